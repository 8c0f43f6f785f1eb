package config

import (
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"time"

	"encoding/pem"

	"github.com/elicitform/elicitform/cmd/elicitform-server/keys"
	"github.com/elicitform/elicitform/relay"
)

const (
	secret        = "0123456789abcdef-the-server"
	askKey        = "agent:0123456789abcdef-the-agent"
	restrictedKey = "other:0123456789abcdef-another:user-*"
)

// read takes variables and arguments in one list.
func read(settings []string, files map[string]string) (Config, error) {
	var arguments, environment []string
	for _, text := range settings {
		if strings.HasPrefix(text, "ELICITFORM_") || strings.HasPrefix(text, "OTHER") {
			environment = append(environment, text)
		} else {
			arguments = append(arguments, text)
		}
	}
	return Read(arguments, environment, func(name string) ([]byte, error) {
		if text, ok := files[name]; ok {
			return []byte(text), nil
		}
		return nil, fmt.Errorf("open %s: %w", name, fs.ErrNotExist)
	})
}

func TestDefaults(t *testing.T) {
	c, err := read(nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	if c.Listen != "127.0.0.1:8787" || c.Redis != nil || c.Production || c.AskKey == "" || c.Grace != 10*time.Second || c.MaxWaits != 20_000 || c.LogJSON || c.Review != "" {
		t.Errorf("%+v", c)
	}
	if c.Limits != (relay.Limits{
		Open: 100, Bytes: 4 << 20, NewBytes: 4 << 20, ServerOpen: 20, ServerBytes: 1 << 20, ServerNewBytes: 1 << 20,
		AskerOpen: 100, AskerBytes: 4 << 20, AskerNewBytes: 4 << 20, AskerDevices: 32,
	}) || c.Share != 100 {
		t.Errorf("%+v", c.Limits)
	}
	if key, ok := c.Ring.Find(c.AskKey); !ok || !key.Has(keys.Ask) || !key.IsFor("anything") {
		t.Error("the generated ask key may not ask")
	}
	second, _ := read(nil, nil)
	if second.AskKey == c.AskKey || second.Ring.Tag("s") == c.Ring.Tag("s") {
		t.Error("two servers have one secret")
	}
	if c.Webhooks.Check("https://agent.example/") == nil {
		t.Error("webhooks may go anywhere")
	}
}

func TestSettings(t *testing.T) {
	server := httptest.NewTLSServer(nil)
	defer server.Close()
	files := map[string]string{
		"/run/secret": secret + "\n", "/run/keys": "# who may ask\n\n  " + askKey + "\r\n" + restrictedKey + "\n", "/run/redis": "rediss://user:pass@cache.example:6380/2\n",
		"/run/ca": string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: server.Certificate().Raw})),
	}
	for name, settings := range map[string][]string{
		"flags": {"--listen", "0.0.0.0:80", "--metrics-listen=127.0.0.1:9090", "--public-url", "https://ask.example/", "--redis-file", "/run/redis", "--redis-prefix", "a:",
			"--secret-file", "/run/secret", "--ask-keys-file", "/run/keys", "--origin", "https://chat.example", "--origin", "http://localhost:5173",
			"--webhook-allow", "https://agent.example/hooks/", "--webhook-private", "10.0.0.0/8", "--ca-file", "/run/ca", "--limit-open", "7", "--max-waits", "8", "--max-streams", "9",
			"--grace", "1m", "--log-level", "debug", "--log-format", "json", "--review", "short"},
		"variables": {"ELICITFORM_LISTEN=0.0.0.0:80", "ELICITFORM_METRICS_LISTEN=127.0.0.1:9090", "ELICITFORM_PUBLIC_URL=https://ask.example",
			"ELICITFORM_REDIS=rediss://user:pass@cache.example:6380/2", "ELICITFORM_REDIS_PREFIX=a:", "ELICITFORM_SECRET=" + secret, "ELICITFORM_ASK_KEYS=" + askKey + "  " + restrictedKey,
			"ELICITFORM_ORIGINS=https://chat.example http://localhost:5173", "ELICITFORM_WEBHOOK_ALLOW=https://agent.example/hooks/", "ELICITFORM_WEBHOOK_PRIVATE=10.0.0.0/8",
			"ELICITFORM_CA_FILE=/run/ca", "ELICITFORM_LIMIT_OPEN=7", "ELICITFORM_MAX_WAITS=8", "ELICITFORM_MAX_STREAMS=9", "ELICITFORM_GRACE=1m", "ELICITFORM_LOG_LEVEL=debug",
			"ELICITFORM_LOG_FORMAT=json", "ELICITFORM_REVIEW=short", "OTHER=1"},
	} {
		t.Run(name, func(t *testing.T) {
			c, err := read(settings, files)
			if err != nil {
				t.Fatal(err)
			}
			if c.Listen != "0.0.0.0:80" || c.MetricsListen != "127.0.0.1:9090" || c.PublicURL != "https://ask.example" || !c.Production || c.AskKey != "" || c.Limits.Open != 7 ||
				c.MaxWaits != 8 || c.MaxStreams != 9 || c.Grace != time.Minute || c.Review != "short" || c.LogLevel.String() != "DEBUG" || !c.LogJSON || c.Roots == nil || len(c.Unknown) != 0 ||
				strings.Join(c.Origins, " ") != "https://chat.example http://localhost:5173" || c.Webhooks.Check("https://agent.example/hooks/1") != nil {
				t.Errorf("%+v", c)
			}
			if r := c.Redis; r == nil || r.Addr != "cache.example:6380" || r.DB != 2 || r.Username != "user" || r.Password != "pass" || r.TLSConfig == nil || r.TLSConfig.RootCAs != c.Roots || c.RedisCluster != nil || c.RedisPrefix != "a:" {
				t.Errorf("Redis is %+v", c.Redis)
			}
			same, err := keys.NewRing([]byte(secret), nil)
			if err != nil || c.Ring.Tag("s") != same.Tag("s") {
				t.Errorf("the secret is not %q: %v", secret, err)
			}
			if key, ok := c.Ring.Find("0123456789abcdef-another"); !ok || key.Name != "other" || key.IsFor("chat") || !key.IsFor("user-1") || !key.Has(keys.Ask) {
				t.Errorf("the second ask key is %+v", key)
			}
		})
	}
}

// A flag overrides its variable, even if the setting has several values.
func TestFlagsOverrideVariables(t *testing.T) {
	c, err := read([]string{"ELICITFORM_LISTEN=127.0.0.1:1", "ELICITFORM_ORIGINS=https://a.example https://b.example", "ELICITFORM_REDIS_CLUSTER=true", "ELICITFORM_LISTE=x",
		"--listen", "127.0.0.1:2", "--origin", "https://c.example", "--redis-cluster=false"}, nil)
	if err != nil || c.Listen != "127.0.0.1:2" || len(c.Origins) != 1 || c.Origins[0] != "https://c.example" || len(c.Unknown) != 1 || c.Unknown[0] != "ELICITFORM_LISTE" {
		t.Errorf("%+v, %v", c, err)
	}
}

func TestCluster(t *testing.T) {
	c, err := read([]string{"--redis", "redis://:pass@a.example:6379?addr=b.example:6380", "--redis-cluster", "ELICITFORM_SECRET=" + secret, "ELICITFORM_ASK_KEYS=" + askKey}, nil)
	if err != nil || c.Redis != nil || strings.Join(c.RedisCluster.Addrs, " ") != "a.example:6379 b.example:6380" || c.RedisCluster.Password != "pass" {
		t.Errorf("%+v, %v", c.RedisCluster, err)
	}
}

// A server that other machines can reach needs a secret and ask keys.
func TestProduction(t *testing.T) {
	for name, settings := range map[string][]string{
		"Redis": {"--redis", "redis://localhost:6379"}, "any address": {"--listen", "0.0.0.0:8787"}, "any address of IPv6": {"--listen", "[::]:8787"}, "all": {"--listen", ":8787"},
		"a network": {"--listen", "192.168.1.7:8787"}, "a name": {"--listen", "ask.example:443"}, "a public URL": {"--public-url", "https://ask.example"},
	} {
		if _, err := read(settings, nil); err == nil || !strings.Contains(err.Error(), "ELICITFORM_SECRET") || !strings.Contains(err.Error(), "openssl rand") {
			t.Errorf("%s without a secret: %v", name, err)
		}
		if _, err := read(append(settings, "ELICITFORM_SECRET="+secret), nil); err == nil || !strings.Contains(err.Error(), "ELICITFORM_ASK_KEYS") {
			t.Errorf("%s without ask keys: %v", name, err)
		}
		if c, err := read(append(settings, "ELICITFORM_SECRET="+secret, "ELICITFORM_ASK_KEYS="+askKey), nil); err != nil || !c.Production {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, settings := range [][]string{{"--listen", "localhost:0"}, {"--listen", "[::1]:8787"}, {"--listen", "127.9.9.9:8787"}, {"--public-url", "http://localhost:8787"}} {
		if c, err := read(settings, nil); err != nil || c.Production {
			t.Errorf("%q: %v", settings, err)
		}
	}
}

func TestWrongSettings(t *testing.T) {
	files := map[string]string{"/empty": "", "/short": "short", "/large": strings.Repeat("x", 2<<20), "/binary": "\xff\xfe0123456789abcdef"}
	for want, settings := range map[string][]string{
		"--listen (ELICITFORM_LISTEN)":                 {"--listen", "8787"},
		"--metrics-listen (ELICITFORM_METRICS_LISTEN)": {"--metrics-listen", "127.0.0.1:99999"},
		"--public-url (ELICITFORM_PUBLIC_URL)":         {"--public-url", "https://ask.example/path"},
		"ELICITFORM_ORIGINS":                           {"--origin", "*"},
		`"https://chat.example;x" is not an origin`:    {"--origin", "https://chat.example;x"},
		`"HTTPS://chat.example" is not an origin`:      {"--origin", "HTTPS://chat.example"},
		`"https://user@chat.example" is not an origin`: {"--origin", "https://user@chat.example"},
		"--redis (ELICITFORM_REDIS)":                   {"ELICITFORM_REDIS=localhost:6379:secret-password"},
		"--redis-cluster (ELICITFORM_REDIS_CLUSTER)":   {"--redis-cluster"},
		"--redis-file (ELICITFORM_REDIS_FILE)":         {"--redis-file", "/missing"},
		"--secret-file (ELICITFORM_SECRET_FILE)":       {"--secret-file", "/large"},
		"is set too":                                   {"--secret-file", "/short", "ELICITFORM_SECRET=" + secret},
		"has 5 bytes and needs 16":                     {"--secret-file", "/short"},
		"must be UTF-8 text":                           {"--secret-file", "/binary"},
		"--ask-key (ELICITFORM_ASK_KEYS)":              {"--ask-key", "agent:short-secret"},
		"--ask-keys-file (ELICITFORM_ASK_KEYS_FILE)":   {"--ask-keys-file", "/missing"},
		"same secret":                                  {"--ask-key", askKey, "--ask-key", strings.Replace(askKey, "agent:", "b:", 1)},
		"--webhook-allow (ELICITFORM_WEBHOOK_ALLOW)":   {"--webhook-allow", "agent.example"},
		"--ca-file (ELICITFORM_CA_FILE)":               {"--ca-file", "/empty"},
		"--limit-open (ELICITFORM_LIMIT_OPEN)":         {"--limit-open", "0"},
		"--max-waits (ELICITFORM_MAX_WAITS)":           {"--max-waits", "99999999999"},
		"--grace (ELICITFORM_GRACE)":                   {"--grace", "10"},
		"--log-level (ELICITFORM_LOG_LEVEL)":           {"--log-level", "loud"},
		"--log-format (ELICITFORM_LOG_FORMAT)":         {"ELICITFORM_LOG_FORMAT=xml"},
		"--review (ELICITFORM_REVIEW)":                 {"--review", "never"},
		"flag provided but not defined: -secret":       {"--secret", secret},
		`"stray" is not a flag`:                        {"stray"},
	} {
		t.Run(want, func(t *testing.T) {
			_, err := read(settings, files)
			if err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%q: %v, want %q", settings, err, want)
			} else if strings.Contains(err.Error(), "password") || strings.Contains(err.Error(), "short-secret") || strings.Contains(err.Error(), "abcdef") {
				t.Errorf("the error contains a secret: %v", err)
			}
		})
	}
}

func TestHelp(t *testing.T) {
	if _, err := read([]string{"--help"}, nil); !errors.Is(err, flag.ErrHelp) {
		t.Error(err)
	}
	for _, s := range Settings {
		if !strings.Contains(Usage(), s.Env) || strings.Contains(Usage(), "`") {
			t.Errorf("%s is not explained", s.Env)
		}
	}
}

func settingsTable() string {
	var text strings.Builder
	text.WriteString("| flag | variable | default | for |\n|---|---|---|---|\n")
	for _, s := range Settings {
		flag, defaultText := "", ""
		if s.Flag != "" {
			flag = "`--" + s.Flag + "`"
		}
		if s.Default != "" {
			defaultText = s.Default
			if !strings.Contains(defaultText, " ") && defaultText != "none" {
				defaultText = "`" + defaultText + "`"
			}
		}
		usage := s.Usage
		if s.List {
			usage += "; repeatable, separated by spaces in the variable"
		}
		fmt.Fprintf(&text, "| %s | `%s` | %s | %s |\n", flag, s.Env, defaultText, usage)
	}
	return text.String()
}

// The table in docs/server.md matches the settings. UPDATE=1 writes it.
func TestDocumentedSettings(t *testing.T) {
	const name = "../../../docs/server.md"
	content, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	start := strings.Index(string(content), "| flag | variable |")
	if start < 0 {
		t.Fatal("docs/server.md has no table of the settings")
	}
	documented, rest, _ := strings.Cut(string(content)[start:], "\n\n")
	if documented+"\n" == settingsTable() {
		return
	}
	if os.Getenv("UPDATE") == "" {
		t.Fatalf("the table in docs/server.md is out of date; UPDATE=1 writes:\n%s", settingsTable())
	}
	if err := os.WriteFile(name, []byte(string(content)[:start]+settingsTable()+"\n"+rest), 0o644); err != nil {
		t.Fatal(err)
	}
}

// One of several askers has a quarter of each limit. Keys with the same name are one asker.
func TestKeyShare(t *testing.T) {
	first, renewed, second := "one:0123456789abcdef", "one:0123456789abcdef-new", "other:0123456789abcdef-another"
	for _, c := range []struct {
		arguments []string
		share     keys.Share
		open      int
	}{
		{[]string{"--ask-key", first}, 100, 100}, {[]string{"--ask-key", first, "--ask-key", renewed}, 100, 100},
		{[]string{"--ask-key", first, "--ask-key", second}, 25, 25}, {[]string{"--ask-key", first, "--ask-key", second, "--key-share", "60"}, 60, 60},
		{[]string{"--ask-key", first, "--ask-key", second, "--limit-open", "3"}, 25, 1}, {[]string{"--ask-key", first, "--key-share", "60"}, 100, 100},
	} {
		got, err := read(c.arguments, nil)
		if err != nil || got.Share != c.share || got.Limits.AskerOpen != c.open {
			t.Errorf("%v: share %d%%, %+v, %v, want %d%% and %d open", c.arguments, got.Share, got.Limits, err, c.share, c.open)
		}
	}
	for _, wrong := range []string{"0", "101", "-1", "a quarter", "25%"} {
		if _, err := read([]string{"--ask-key", first, "--ask-key", second, "--key-share", wrong}, nil); err == nil || !strings.Contains(err.Error(), "--key-share") {
			t.Errorf("--key-share %q: %v", wrong, err)
		}
	}
}
