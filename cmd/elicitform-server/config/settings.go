package config

import "strings"

// Setting is a setting of the server: a flag, and an environment variable that the flag overrides.
type Setting struct {
	// Flag is empty for a secret, because other users of the machine can read command lines.
	Flag    string
	Env     string
	Default string
	Usage   string
	// List allows a repeated flag, or spaces in the variable.
	List bool
}

// Settings has all settings, in the order of --help.
var Settings = []Setting{
	{"listen", "ELICITFORM_LISTEN", "127.0.0.1:8787", "address and port to listen on", false},
	{"public-url", "ELICITFORM_PUBLIC_URL", "", "address by which browsers reach the server, such as `https://ask.example`", false},
	{"metrics-listen", "ELICITFORM_METRICS_LISTEN", "",
		"address and port for `/metrics` only; without it `/metrics` is on the first address", false},
	{"redis", "ELICITFORM_REDIS", "",
		"Redis that keeps questions, such as `rediss://user:password@cache.example:6380/0`; by default they are in memory", false},
	{"redis-file", "ELICITFORM_REDIS_FILE", "", "file with that address, because it may contain a password", false},
	{"redis-cluster", "ELICITFORM_REDIS_CLUSTER", "false",
		"the address is a node of a Redis Cluster; `?addr=host:port` adds others", false},
	{"redis-prefix", "ELICITFORM_REDIS_PREFIX", "elicitform:", "prefix of all keys in Redis", false},
	{"", "ELICITFORM_SECRET", "generated in development",
		"secret of the server, 16 bytes or more, the same in all processes: `openssl rand -base64 32` generates one", false},
	{"secret-file", "ELICITFORM_SECRET_FILE", "", "file with that secret", false},
	{"ask-key", "ELICITFORM_ASK_KEYS", "generated in development",
		"who may ask: `name:secret`, `name:secret:session,user-*` for some sessions only, or `name:secret:*:ask+show+finish` with rights", true},
	{"ask-keys-file", "ELICITFORM_ASK_KEYS_FILE", "", "file with one ask key on each line", false},
	{"origin", "ELICITFORM_ORIGINS", "", "origin whose pages may show questions, such as `https://chat.example`", true},
	{"webhook-allow", "ELICITFORM_WEBHOOK_ALLOW", "none",
		"beginning of addresses that webhooks may go to, such as `https://agent.example/hooks/`", true},
	{"webhook-private", "ELICITFORM_WEBHOOK_PRIVATE", "none",
		"host or network that webhooks may reach although its address is private, such as `10.1.0.0/16`", true},
	{"identity-header", "ELICITFORM_IDENTITY_HEADER", "",
		"header in which the proxy in front of the server names the person, such as `X-Auth-Request-User`: only that person can " +
			"open a link", false},
	{"trusted-proxies", "ELICITFORM_TRUSTED_PROXIES", "none",
		"address or network of that proxy, such as `10.1.0.0/16`; the server removes the header from all other requests", true},
	{"review", "ELICITFORM_REVIEW", "",
		"review of answers: `always` for every question, `short` for pages by link; an asker can only make it stricter", false},
	{"ca-file", "ELICITFORM_CA_FILE", "",
		"PEM file of certificates to trust in addition to those of the system, for webhooks and Redis", false},
	{"limit-open", "ELICITFORM_LIMIT_OPEN", "100", "maximum of open questions in a session", false},
	{"limit-bytes", "ELICITFORM_LIMIT_BYTES", "4194304", "maximum of their bytes", false},
	{"limit-new-bytes", "ELICITFORM_LIMIT_NEW_BYTES", "4194304", "maximum of new bytes in a minute", false},
	{"limit-server-open", "ELICITFORM_LIMIT_SERVER_OPEN", "20", "maximum of open questions of one MCP server in a session", false},
	{"limit-server-bytes", "ELICITFORM_LIMIT_SERVER_BYTES", "1048576", "maximum of their bytes", false},
	{"limit-server-new-bytes", "ELICITFORM_LIMIT_SERVER_NEW_BYTES", "1048576", "maximum of its new bytes in a minute", false},
	{"max-open", "ELICITFORM_MAX_OPEN", "100000",
		"maximum of open questions of all sessions in the memory of this process, which keeps ten times as many answers and twenty times as " +
			"many links; with Redis only each asker's share of it counts", false},
	{"max-bytes", "ELICITFORM_MAX_BYTES", "268435456", "maximum of their bytes", false},
	{"max-waits", "ELICITFORM_MAX_WAITS", "20000", "maximum of requests in this process that wait for an answer", false},
	{"max-streams", "ELICITFORM_MAX_STREAMS", "10000", "maximum of streams from this process to pages", false},
	{"key-share", "ELICITFORM_KEY_SHARE", "25",
		"if ask keys have several names, the percentage of these limits, and of the webhooks that are sent at once, for each name", false},
	{"grace", "ELICITFORM_GRACE", "10s", "time for open requests to finish when the process ends", false},
	{"log-level", "ELICITFORM_LOG_LEVEL", "info", "debug, info, warn or error", false},
	{"log-format", "ELICITFORM_LOG_FORMAT", "text", "text or json", false},
}

// Usage returns the text of --help.
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
			text.WriteString(" (repeatable; separated by spaces in the variable)")
		}
		if s.Default != "" {
			text.WriteString("\n      default: " + s.Default)
		}
		text.WriteString("\n")
	}
	return text.String()
}
