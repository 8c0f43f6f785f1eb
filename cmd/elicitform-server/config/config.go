// Package config reads and checks the settings from flags, the environment and files.
package config

import (
	"cmp"
	"crypto/rand"
	"crypto/x509"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"net"
	"net/netip"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/redis/go-redis/v9"

	"github.com/elicitform/elicitform/cmd/elicitform-server/admission"
	"github.com/elicitform/elicitform/cmd/elicitform-server/hooks"
	"github.com/elicitform/elicitform/cmd/elicitform-server/keys"
	"github.com/elicitform/elicitform/cmd/elicitform-server/links"
	"github.com/elicitform/elicitform/relay"
)

// Config has the checked settings.
type Config struct {
	// MetricsListen is empty if metrics are served on Listen.
	Listen, MetricsListen string
	// PublicURL is the address for browsers, without a final "/"; empty for the listener's.
	PublicURL string
	// Redis and RedisCluster are nil if questions are in memory.
	Redis        *redis.Options
	RedisCluster *redis.ClusterOptions
	RedisPrefix  string
	Ring         *keys.Ring
	// AskKey and AskKeyName are a generated ask key; empty if the settings have ask keys.
	AskKey, AskKeyName string
	// Production is true if other machines can reach the server.
	Production bool
	// Origins lists other sites whose pages may show questions.
	Origins  []string
	Webhooks hooks.Policy
	Identity links.Identity
	// Review is "short" for pages by link, "always" for every question, or empty.
	Review string
	// Roots are nil for the certificates of the system.
	Roots  *x509.CertPool
	Limits relay.Limits
	// ProcessLimits bounds the open questions of all sessions in this process.
	ProcessLimits admission.Limits
	// Share is 100 if there is one asker.
	Share                keys.Share
	MaxWaits, MaxStreams int
	Grace                time.Duration
	LogLevel             slog.Level
	LogJSON              bool
	Unknown              []string
}

type values map[string][]string

func (v values) last(env string) string {
	if all := v[env]; len(all) > 0 {
		return all[len(all)-1]
	}
	return ""
}

// Read reads arguments, the environment ("NAME=value") and files. No error contains a secret. [flag.ErrHelp] means
// --help.
func Read(arguments, environment []string, readFile func(name string) ([]byte, error)) (Config, error) {
	v, unknown, err := gather(arguments, environment)
	if err != nil {
		return Config{}, err
	}
	r := reader{values: v, readFile: readFile}
	c := Config{
		Listen: r.address("ELICITFORM_LISTEN"), MetricsListen: r.address("ELICITFORM_METRICS_LISTEN"),
		PublicURL:   r.origin("ELICITFORM_PUBLIC_URL"),
		RedisPrefix: v.last("ELICITFORM_REDIS_PREFIX"),
		Review:      v.last("ELICITFORM_REVIEW"),
		Roots:       r.roots(),
		Limits: relay.Limits{
			Open: r.count("ELICITFORM_LIMIT_OPEN"), Bytes: r.count("ELICITFORM_LIMIT_BYTES"), NewBytes: r.count("ELICITFORM_LIMIT_NEW_BYTES"),
			ServerOpen: r.count("ELICITFORM_LIMIT_SERVER_OPEN"), ServerBytes: r.count("ELICITFORM_LIMIT_SERVER_BYTES"),
			ServerNewBytes: r.count("ELICITFORM_LIMIT_SERVER_NEW_BYTES"),
		},
		ProcessLimits: admission.Limits{Questions: r.count("ELICITFORM_MAX_OPEN"), Bytes: r.count("ELICITFORM_MAX_BYTES")},
		MaxWaits:      r.count("ELICITFORM_MAX_WAITS"), MaxStreams: r.count("ELICITFORM_MAX_STREAMS"),
		Unknown: unknown,
	}
	for _, origin := range v["ELICITFORM_ORIGINS"] {
		c.Origins = append(c.Origins, r.checkOrigin("ELICITFORM_ORIGINS", origin))
	}
	r.redis(&c)
	r.policies(&c)
	r.choices(&c)
	c.Production = c.Redis != nil || c.RedisCluster != nil || strings.HasPrefix(c.PublicURL, "https:") || !isLoopback(c.Listen)
	r.keys(&c)
	r.share(&c)
	return c, r.err
}

func (r *reader) policies(c *Config) {
	var err error
	if c.Webhooks, err = hooks.NewPolicy(r.values["ELICITFORM_WEBHOOK_ALLOW"], r.values["ELICITFORM_WEBHOOK_PRIVATE"]); err != nil {
		r.fail("ELICITFORM_WEBHOOK_ALLOW", err)
	}
	var proxies []string
	for _, text := range r.values["ELICITFORM_TRUSTED_PROXIES"] {
		proxies = append(proxies, strings.Split(text, ",")...)
	}
	if c.Identity, err = links.NewIdentity(r.last("ELICITFORM_IDENTITY_HEADER"), proxies); err != nil {
		r.fail("ELICITFORM_IDENTITY_HEADER", err)
	}
}

func (r *reader) choices(c *Config) {
	var err error
	if c.Grace, err = time.ParseDuration(r.last("ELICITFORM_GRACE")); err != nil || c.Grace < 0 {
		r.fail("ELICITFORM_GRACE", errors.New(`must be a duration such as "10s"`))
	}
	if err := c.LogLevel.UnmarshalText([]byte(r.last("ELICITFORM_LOG_LEVEL"))); err != nil {
		r.fail("ELICITFORM_LOG_LEVEL", errors.New("must be debug, info, warn or error"))
	}
	if c.Review != "" && c.Review != "short" && c.Review != "always" {
		r.fail("ELICITFORM_REVIEW", errors.New("must be short or always"))
	}
	switch r.last("ELICITFORM_LOG_FORMAT") {
	case "json":
		c.LogJSON = true
	case "text":
	default:
		r.fail("ELICITFORM_LOG_FORMAT", errors.New("must be text or json"))
	}
}

func gather(arguments, environment []string) (v values, unknown []string, err error) {
	v = values{}
	for _, variable := range environment {
		name, value, _ := strings.Cut(variable, "=")
		if !strings.HasPrefix(name, "ELICITFORM_") || value == "" {
			continue
		}
		switch i := slices.IndexFunc(Settings, func(s Setting) bool { return s.Env == name }); {
		case i < 0:
			unknown = append(unknown, name)
		case Settings[i].List:
			v[name] = strings.Fields(value)
		default:
			v[name] = []string{value}
		}
	}
	set, fromFlags := flag.NewFlagSet("elicitform-server", flag.ContinueOnError), values{}
	set.SetOutput(io.Discard)
	for _, s := range Settings {
		add := func(text string) error {
			fromFlags[s.Env] = append(fromFlags[s.Env], text)
			return nil
		}
		switch {
		case s.Flag == "":
		case s.Default == "false":
			set.BoolFunc(s.Flag, s.Usage, add)
		default:
			set.Func(s.Flag, s.Usage, add)
		}
	}
	if err := set.Parse(arguments); err != nil {
		return nil, nil, err
	}
	if set.NArg() > 0 {
		return nil, nil, fmt.Errorf("%q is not a flag", set.Arg(0))
	}
	maps.Copy(v, fromFlags)
	for _, s := range Settings {
		if v[s.Env] == nil && !s.List && !strings.Contains(s.Default, " ") {
			v[s.Env] = []string{s.Default}
		}
	}
	return v, unknown, nil
}

type reader struct {
	values
	readFile func(name string) ([]byte, error)
	err      error
}

func (r *reader) fail(env string, err error) {
	name := env
	for _, s := range Settings {
		if s.Env == env && s.Flag != "" {
			name = "--" + s.Flag + " (" + env + ")"
		}
	}
	r.err = cmp.Or(r.err, fmt.Errorf("%s: %w", name, err))
}

func (r *reader) content(env string) []byte {
	name := r.last(env)
	if name == "" {
		return nil
	}
	content, err := r.readFile(name)
	if err != nil {
		r.fail(env, err)
	}
	return content
}

func (r *reader) file(env, fileEnv string) string {
	text := r.last(env)
	if r.last(fileEnv) == "" {
		return text
	}
	if text != "" {
		r.fail(fileEnv, fmt.Errorf("%s is set too", env))
	}
	content := r.content(fileEnv)
	if len(content) > 1<<20 {
		r.fail(fileEnv, errors.New("the file is too large"))
	}
	return strings.TrimSpace(string(content))
}

func (r *reader) address(env string) string {
	text := r.last(env)
	if text == "" {
		return ""
	}
	_, port, err := net.SplitHostPort(text)
	if n, err2 := strconv.ParseUint(port, 10, 16); err != nil || err2 != nil || n == 0 && port != "0" {
		r.fail(env, errors.New(`must be an address and a port, such as "127.0.0.1:8787"`))
	}
	return text
}

func isLoopback(address string) bool {
	host, _, _ := net.SplitHostPort(address)
	ip, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && ip.IsLoopback()
}

func (r *reader) origin(env string) string {
	if text := r.last(env); text != "" {
		return r.checkOrigin(env, strings.TrimSuffix(text, "/"))
	}
	return ""
}

// checkOrigin rejects a text that no browser sends as an origin.
func (r *reader) checkOrigin(env, text string) string {
	u, err := url.Parse(text)
	if err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Host == "" || u.Scheme+"://"+u.Host != text ||
		strings.ToLower(text) != text || strings.ContainsAny(text, " \t\r\n;,*'\"") {
		r.fail(env, fmt.Errorf(`%q is not an origin, such as "https://chat.example"`, text))
	}
	return text
}

func (r *reader) count(env string) int {
	n, err := strconv.ParseInt(r.last(env), 10, 32)
	if err != nil || n <= 0 {
		r.fail(env, errors.New("must be a whole number above 0"))
	}
	return int(n)
}

func (r *reader) share(c *Config) {
	const env = "ELICITFORM_KEY_SHARE"
	if c.Share = keys.Share(r.count(env)); c.Share > 100 {
		r.fail(env, errors.New("must be a whole number from 1 to 100"))
	}
	if c.Ring == nil || c.Ring.HasOneAsker() {
		c.Share = 100
	}
	l := &c.Limits
	l.AskerOpen, l.AskerBytes, l.AskerNewBytes = c.Share.Of(l.Open), c.Share.Of(l.Bytes), c.Share.Of(l.NewBytes)
	l.AskerDevices = c.Share.Of(relay.MaxDevices)
}

func (r *reader) roots() *x509.CertPool {
	const env = "ELICITFORM_CA_FILE"
	if r.last(env) == "" {
		return nil
	}
	roots, err := x509.SystemCertPool()
	if err != nil {
		r.fail(env, fmt.Errorf("cannot read the certificates of the system: %w", err))
		return nil
	}
	if !roots.AppendCertsFromPEM(r.content(env)) {
		r.fail(env, errors.New("the file has no PEM certificate"))
	}
	return roots
}

func (r *reader) redis(c *Config) {
	const env = "ELICITFORM_REDIS"
	text := r.file(env, "ELICITFORM_REDIS_FILE")
	cluster, err := strconv.ParseBool(r.last("ELICITFORM_REDIS_CLUSTER"))
	switch {
	case err != nil:
		r.fail("ELICITFORM_REDIS_CLUSTER", errors.New("must be true or false"))
	case text == "" && cluster:
		r.fail("ELICITFORM_REDIS_CLUSTER", errors.New("ELICITFORM_REDIS is not set"))
	case text == "":
	case cluster:
		if c.RedisCluster, err = redis.ParseClusterURL(text); err == nil && c.RedisCluster.TLSConfig != nil {
			c.RedisCluster.TLSConfig.RootCAs = c.Roots
		}
	default:
		if c.Redis, err = redis.ParseURL(text); err == nil && c.Redis.TLSConfig != nil {
			c.Redis.TLSConfig.RootCAs = c.Roots
		}
	}
	if text != "" && (err != nil || c.Redis != nil && c.Redis.Network != "tcp") {
		// The client's error quotes the address with its password.
		r.fail(env, errors.New(`must be an address such as "redis://localhost:6379/0"`))
	}
}

func (r *reader) keys(c *Config) {
	secret := r.file("ELICITFORM_SECRET", "ELICITFORM_SECRET_FILE")
	texts := r.values["ELICITFORM_ASK_KEYS"]
	for line := range strings.Lines(string(r.content("ELICITFORM_ASK_KEYS_FILE"))) {
		if text := strings.TrimSpace(line); text != "" && !strings.HasPrefix(text, "#") {
			texts = append(texts, text)
		}
	}
	if secret == "" {
		if c.Production {
			r.fail("ELICITFORM_SECRET", errors.New("must be set if other machines can reach the server: openssl rand -base64 32 generates a secret"))
		}
		secret = rand.Text() + rand.Text()
	}
	if len(texts) == 0 {
		if c.Production {
			r.fail("ELICITFORM_ASK_KEYS", errors.New(`must be set if other machines can reach the server: an ask key is "name:secret"`))
		}
		c.AskKeyName, c.AskKey = "dev", rand.Text()
		texts = []string{c.AskKeyName + ":" + c.AskKey}
	}
	var askKeys []keys.AskKey
	for _, text := range texts {
		key, err := keys.Parse(text)
		if err != nil {
			r.fail("ELICITFORM_ASK_KEYS", err)
		}
		askKeys = append(askKeys, key)
	}
	ring, err := keys.NewRing([]byte(secret), askKeys)
	if err != nil && len(secret) < keys.MinSecretBytes {
		r.fail("ELICITFORM_SECRET", err)
	} else if err != nil {
		r.fail("ELICITFORM_ASK_KEYS", err)
	}
	if !utf8.ValidString(secret) {
		r.fail("ELICITFORM_SECRET", errors.New("must be UTF-8 text"))
	}
	c.Ring = ring
}
