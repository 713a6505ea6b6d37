// From a photo to the sheet: [English, Chinese, Japanese].
export default {};
