// The evening at a table: [English, Chinese, Japanese].
export default {};
