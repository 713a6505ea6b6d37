// What the service refuses, by its code: [English, Chinese, Japanese].
export default {
  "error.unexpected": ["Something went wrong on this page. Load it again.", "页面出错了，请重新打开。", "ページに問題が起きました。読み込み直してください。"],
  "error.other": ["{detail}", "{detail}", "{detail}"],
  "error.retry": ["Try again in {seconds} s.", "请在 {seconds} 秒后再试。", "{seconds} 秒後にもう一度お試しください。"],
  "error.offline": ["The service cannot be reached. Check the connection and try again.", "连不上服务，请检查网络后再试。", "サーバーに接続できません。接続を確認してもう一度お試しください。"],
  "error.internal": ["Something went wrong in the service. Try again.", "服务出错了，请再试一次。", "サーバーで問題が起きました。もう一度お試しください。"],
};
