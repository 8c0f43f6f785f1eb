package config

import "strings"

// Setting is one setting of the server: a flag, and a variable of the environment, which the flag overrules.
type Setting struct {
	// Flag is its name on the command line without dashes; empty for a secret, which other users of
	// the machine could read there.
	Flag string
	// Env is its variable.
	Env string
	// Default is what it is where neither is given, as a person reads it.
	Default string
	// Usage says what it is for.
	Usage string
	// List says that the flag may be repeated, and that the variable has several, with spaces between them.
	List bool
}

// Settings are all settings, in the order in which they are explained.
var Settings = []Setting{
	{"listen", "ELICITFORM_LISTEN", "127.0.0.1:8787", "address and port to listen on", false},
	{"public-url", "ELICITFORM_PUBLIC_URL", "", "address by which browsers reach the server, such as `https://ask.example`", false},
	{"metrics-listen", "ELICITFORM_METRICS_LISTEN", "",
		"another address and port for `/metrics`, which then is on no other one", false},
	{"redis", "ELICITFORM_REDIS", "",
		"where questions are kept, such as `rediss://user:password@cache.example:6380/0`; without it in the memory of the process", false},
	{"redis-file", "ELICITFORM_REDIS_FILE", "", "file with that address, which may hold a password", false},
	{"redis-cluster", "ELICITFORM_REDIS_CLUSTER", "false",
		"the address is a node of a Redis Cluster; `?addr=host:port` adds others", false},
	{"redis-prefix", "ELICITFORM_REDIS_PREFIX", "elicitform:", "what keys in Redis begin with", false},
	{"", "ELICITFORM_SECRET", "made up in development",
		"secret of the server, 16 bytes or more, the same in all processes: `openssl rand -base64 32` makes one", false},
	{"secret-file", "ELICITFORM_SECRET_FILE", "", "file with that secret", false},
	{"ask-key", "ELICITFORM_ASK_KEYS", "made up in development",
		"who may ask: `name:secret`, `name:secret:session,user-*` for some sessions only, or `name:secret:*:ask+show+finish` with rights", true},
	{"ask-keys-file", "ELICITFORM_ASK_KEYS_FILE", "", "file with ask keys, one a line", false},
	{"origin", "ELICITFORM_ORIGINS", "", "origin whose pages may show questions, such as `https://chat.example`", true},
	{"webhook-allow", "ELICITFORM_WEBHOOK_ALLOW", "none",
		"beginning of addresses to which webhooks may go, such as `https://agent.example/hooks/`", true},
	{"webhook-private", "ELICITFORM_WEBHOOK_PRIVATE", "none",
		"host or network that webhooks may reach though its address is private, such as `10.1.0.0/16`", true},
	{"identity-header", "ELICITFORM_IDENTITY_HEADER", "",
		"header in which a proxy before the server names the person, such as `X-Auth-Request-User`: only this person opens a link", false},
	{"trusted-proxies", "ELICITFORM_TRUSTED_PROXIES", "none",
		"address or network of that proxy, such as `10.1.0.0/16`; the header is taken from all other requests", true},
	{"review", "ELICITFORM_REVIEW", "",
		"the review of answers: `always` for every question, `short` for pages by link; the stricter of this and the asker's word counts", false},
	{"ca-file", "ELICITFORM_CA_FILE", "",
		"file of certificates in PEM that are trusted beside the usual ones, for webhooks and Redis", false},
	{"limit-open", "ELICITFORM_LIMIT_OPEN", "100", "most open questions of a session", false},
	{"limit-bytes", "ELICITFORM_LIMIT_BYTES", "4194304", "most bytes of them", false},
	{"limit-new-bytes", "ELICITFORM_LIMIT_NEW_BYTES", "4194304", "most new bytes in a minute", false},
	{"limit-server-open", "ELICITFORM_LIMIT_SERVER_OPEN", "20", "most open questions of one MCP server in a session", false},
	{"limit-server-bytes", "ELICITFORM_LIMIT_SERVER_BYTES", "1048576", "most bytes of them", false},
	{"limit-server-new-bytes", "ELICITFORM_LIMIT_SERVER_NEW_BYTES", "1048576", "most new bytes of it in a minute", false},
	{"max-open", "ELICITFORM_MAX_OPEN", "100000",
		"most open questions of all sessions in the memory of this process; ten times as many answers, and twenty times as many links, " +
			"are kept. Redis has its own limit, and shares of this one", false},
	{"max-bytes", "ELICITFORM_MAX_BYTES", "268435456", "most bytes of them", false},
	{"max-waits", "ELICITFORM_MAX_WAITS", "20000", "most requests that wait for an answer at the same time, in this process", false},
	{"max-streams", "ELICITFORM_MAX_STREAMS", "10000", "most streams to pages, in this process", false},
	{"key-share", "ELICITFORM_KEY_SHARE", "25",
		"where ask keys have several names, percent of these limits and of the webhooks on their way that one of them may use", false},
	{"grace", "ELICITFORM_GRACE", "10s", "how long open requests have when the process is told to end", false},
	{"log-level", "ELICITFORM_LOG_LEVEL", "info", "debug, info, warn or error", false},
	{"log-format", "ELICITFORM_LOG_FORMAT", "text", "text or json", false},
}

// Usage is what --help prints.
func Usage() string {
	var text strings.Builder
	text.WriteString("elicitform-server asks people, for agents in any language. It serves /v1, /relay and /elicitform/.\n\n")
	for _, s := range Settings {
		name := s.Env
		if s.Flag != "" {
			name = "--" + s.Flag + ", " + s.Env
		}
		text.WriteString("  " + name + "\n      " + strings.ReplaceAll(s.Usage, "`", ""))
		if s.List {
			text.WriteString(" (repeatable; with spaces between them in the variable)")
		}
		if s.Default != "" {
			text.WriteString("\n      default: " + s.Default)
		}
		text.WriteString("\n")
	}
	return text.String()
}
