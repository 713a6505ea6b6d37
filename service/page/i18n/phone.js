// The page as an app on a phone, and its camera: [English, Chinese, Japanese].
export default {
  "pwa.newer": ["A newer version is there", "有新版本", "新しい版があります"],
  "pwa.load": ["Load it", "更新", "更新する"],
  "camera.open": ["Camera with a guide", "取景拍照（带提示）", "ガイド付きカメラ"],
  "camera.title": ["Camera", "相机", "カメラ"],
  "camera.shutter": ["Take the photo", "拍照", "撮影"],
  "camera.starting": ["Starting the camera…", "正在打开相机…", "カメラを起動中…"],
  "camera.refused": ["The camera may not be used here. Choose a photo instead.", "不能使用相机，请改选照片。", "カメラを使えません。写真を選んでください。"],
  "camera.busy": ["The camera cannot be opened. Choose a photo instead.", "打不开相机，请改选照片。", "カメラを開けません。写真を選んでください。"],
  "camera.frame": ["Lay the hand in the frame", "把手牌放进框里", "手牌を枠に入れてください"],
  "camera.dark": ["Too dark: find more light", "太暗，请加点光", "暗すぎます。明るくしてください"],
  "camera.bright": ["Too bright: avoid glare", "太亮，请避开反光", "明るすぎます。反射を避けてください"],
  "camera.blurred": ["Hold still", "拿稳", "動かさないでください"],
  "camera.far": ["Move closer", "靠近一点", "近づいてください"],
  "camera.good": ["Good: take it now", "很好，请拍照", "良好です。撮影してください"],
  "camera.light": ["Light", "补光", "ライト"],
};
