# language: zh-CN
功能: 杀
  只有一句说明。
