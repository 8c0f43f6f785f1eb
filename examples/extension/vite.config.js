export default { build: { modulePreload: { polyfill: false }, target: "esnext", rollupOptions: { input: "chat.html" } } };
