chrome.action.onClicked.addListener(() => chrome.tabs.create({ url: "chat.html" }));
