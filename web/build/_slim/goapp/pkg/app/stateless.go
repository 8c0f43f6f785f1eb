package app

import "net/url"

//slim:drops context.go Context.ObserveState Context.GetState Context.SetState Context.DelState: the program has one state, which it keeps itself
//slim:drops context.go Context.LocalStorage Context.SessionStorage Context.DeviceID: a sandboxed frame has no storage
//slim:drops context.go Context.Encrypt Context.Decrypt Context.cryptoKey: nothing is stored
//slim:drops context.go Context.Notifications: a sandboxed frame may not notify
//slim:replaces engine.go (*engineX).internalURL

// BrowserStorage takes the place of the type in storage.go. It stores nothing.
type BrowserStorage struct{}

func newMemoryStorage() BrowserStorage        { return BrowserStorage{} }
func newJSStorage(name string) BrowserStorage { return BrowserStorage{} }

// stateManager takes the place of the type in state.go. It manages nothing.
type stateManager struct{}

// internalURL would ask go-app's server which addresses of its own are no pages of the
// app. There is no such server.
func (*engineX) internalURL(*url.URL) bool { return false }
