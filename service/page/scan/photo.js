// A photo on its way to the service: made smaller here, as far as reading needs no more.

/** Pixels of the longer side that are sent. A hand that fills a third of the width still has tiles of 50 pixels. */
export const LONGEST = 2560;

const QUALITY = 0.92;

/**
 * The photo as it is sent: upright, at most `longest` pixels, and without what the camera wrote beside the picture, such
 * as the place. What this browser cannot decode, HEIC in most, is sent as it is. `shrunk` says whether pixels were lost.
 */
export async function prepared(file, longest = LONGEST) {
  const picture = await decoded(file);
  if (!picture) return { file, blob: file, name: file.name, shown: false, shrunk: false };
  const { width, height } = picture;
  const scale = Math.min(1, longest / Math.max(width, height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(width * scale));
  canvas.height = Math.max(1, Math.round(height * scale));
  const context = canvas.getContext("2d");
  context.imageSmoothingQuality = "high";
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close?.();
  const blob = await new Promise((resolve) => canvas.toBlob(resolve, "image/jpeg", QUALITY));
  if (!blob) return { file, blob: file, name: file.name, shown: true, shrunk: false };
  return { file, blob, name: "photo.jpg", shown: true, shrunk: scale < 1 };
}

/** The picture, turned as its EXIF says; null where the browser cannot. */
async function decoded(file) {
  try {
    return await createImageBitmap(file, { imageOrientation: "from-image" });
  } catch {
    return asImage(file);
  }
}

/** By way of an image element, which some browsers decode more with; those turn it themselves. */
async function asImage(file) {
  const address = URL.createObjectURL(file);
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    return await createImageBitmap(image);
  } catch {
    return null;
  } finally {
    URL.revokeObjectURL(address);
  }
}
