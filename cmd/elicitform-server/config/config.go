// Package config reads the settings of the server from flags, the environment and files. It decides which of them counts,
// and refuses settings that do not go together. It changes nothing and opens no connection.
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

	"github.com/elicitform/elicitform/cmd/elicitform-server/hooks"
	"github.com/elicitform/elicitform/cmd/elicitform-server/keys"
	"github.com/elicitform/elicitform/cmd/elicitform-server/links"
	"github.com/elicitform/elicitform/cmd/elicitform-server/metrics"
	"github.com/elicitform/elicitform/relay"
)

// Config is what the settings say, checked as far as that needs no network.
type Config struct {
	// Listen and MetricsListen are addresses with ports; without the second one metrics are on the first.
	Listen, MetricsListen string
	// PublicURL is the address by which browsers reach the server, without a "/" at its end; empty where it is the listener's.
	PublicURL string
	// Redis or RedisCluster says where questions are kept; both are nil for the memory of the process.
	Redis        *redis.Options
	RedisCluster *redis.ClusterOptions
	// RedisPrefix is what keys there begin with.
	RedisPrefix string
	// Ring holds the secret and the ask keys.
	Ring *keys.Ring
	// AskKey is the secret of the ask key that was made up, and AskKeyName its name; empty where ask keys are given.
	AskKey, AskKeyName string
	// Production says that others than one person at this machine can reach the server.
	Production bool
	// Origins are those of other sites whose pages may show questions.
	Origins []string
	// Webhooks says where webhooks may go.
	Webhooks hooks.Policy
	// Identity says who opens a link.
	Identity links.Identity
	// Review is "always" for every question, or "short" on pages by link, unless the asker is stricter; empty leaves it to the asker.
	Review string
	// Roots are the certificates to trust: those of the system and those of a file; nil where no file is given.
	Roots *x509.CertPool
	// Limits are those of a session.
	Limits relay.Limits
	// Room is how much may be open in the memory of the process.
	Room metrics.Room
	// Share is how much of each limit one of several askers may use; 100 where there is one.
	Share keys.Share
	// MaxWaits and MaxStreams are most requests that wait, and most streams, in this process.
	MaxWaits, MaxStreams int
	// Grace is how long open requests have at the end.
	Grace time.Duration
	// LogLevel is what is logged, and LogJSON how.
	LogLevel slog.Level
	LogJSON  bool
	// Unknown are variables that look like settings and are none.
	Unknown []string
}

// given are the texts of the settings, by the names of their variables.
type given map[string][]string

// one returns the text of a setting that has one value: the last one that was given, or nothing.
func (g given) one(env string) string {
	if all := g[env]; len(all) > 0 {
		return all[len(all)-1]
	}
	return ""
}

// Read reads the settings from the arguments of the command, the environment ("NAME=value"), and the
// files that they name. An error says which setting is wrong, and never what a secret is; [flag.ErrHelp] says that the settings
// were asked for and not set.
func Read(arguments, environment []string, readFile func(name string) ([]byte, error)) (Config, error) {
	g, unknown, err := gather(arguments, environment)
	if err != nil {
		return Config{}, err
	}
	r := reader{given: g, readFile: readFile}
	c := Config{
		Listen: r.address("ELICITFORM_LISTEN"), MetricsListen: r.address("ELICITFORM_METRICS_LISTEN"),
		PublicURL:   r.origin("ELICITFORM_PUBLIC_URL"),
		RedisPrefix: g.one("ELICITFORM_REDIS_PREFIX"),
		Review:      g.one("ELICITFORM_REVIEW"),
		Roots:       r.roots(),
		Limits: relay.Limits{
			Open: r.count("ELICITFORM_LIMIT_OPEN"), Bytes: r.count("ELICITFORM_LIMIT_BYTES"), NewBytes: r.count("ELICITFORM_LIMIT_NEW_BYTES"),
			ServerOpen: r.count("ELICITFORM_LIMIT_SERVER_OPEN"), ServerBytes: r.count("ELICITFORM_LIMIT_SERVER_BYTES"),
			ServerNewBytes: r.count("ELICITFORM_LIMIT_SERVER_NEW_BYTES"),
		},
		Room:     metrics.Room{Questions: r.count("ELICITFORM_MAX_OPEN"), Bytes: r.count("ELICITFORM_MAX_BYTES")},
		MaxWaits: r.count("ELICITFORM_MAX_WAITS"), MaxStreams: r.count("ELICITFORM_MAX_STREAMS"),
		Unknown: unknown,
	}
	for _, origin := range g["ELICITFORM_ORIGINS"] {
		c.Origins = append(c.Origins, r.checkOrigin("ELICITFORM_ORIGINS", origin))
	}
	r.redis(&c)
	if c.Webhooks, err = hooks.NewPolicy(g["ELICITFORM_WEBHOOK_ALLOW"], g["ELICITFORM_WEBHOOK_PRIVATE"]); err != nil {
		r.fail("ELICITFORM_WEBHOOK_ALLOW", err)
	}
	var proxies []string
	for _, text := range g["ELICITFORM_TRUSTED_PROXIES"] {
		proxies = append(proxies, strings.Split(text, ",")...)
	}
	if c.Identity, err = links.NewIdentity(g.one("ELICITFORM_IDENTITY_HEADER"), proxies); err != nil {
		r.fail("ELICITFORM_IDENTITY_HEADER", err)
	}
	if c.Grace, err = time.ParseDuration(g.one("ELICITFORM_GRACE")); err != nil || c.Grace < 0 {
		r.fail("ELICITFORM_GRACE", errors.New(`needs a time such as "10s"`))
	}
	if err := c.LogLevel.UnmarshalText([]byte(g.one("ELICITFORM_LOG_LEVEL"))); err != nil {
		r.fail("ELICITFORM_LOG_LEVEL", errors.New("is debug, info, warn or error"))
	}
	if c.Review != "" && c.Review != "short" && c.Review != "always" {
		r.fail("ELICITFORM_REVIEW", errors.New("is short or always"))
	}
	switch g.one("ELICITFORM_LOG_FORMAT") {
	case "json":
		c.LogJSON = true
	case "text":
	default:
		r.fail("ELICITFORM_LOG_FORMAT", errors.New("is text or json"))
	}
	c.Production = c.Redis != nil || c.RedisCluster != nil || strings.HasPrefix(c.PublicURL, "https:") || !isLoopback(c.Listen)
	r.keys(&c)
	r.share(&c)
	return c, r.err
}

// gather collects the texts of the settings, and the variables that look like settings and are none.
func gather(arguments, environment []string) (g given, unknown []string, err error) {
	g = given{}
	for _, variable := range environment {
		name, value, _ := strings.Cut(variable, "=")
		if !strings.HasPrefix(name, "ELICITFORM_") || value == "" {
			continue
		}
		switch i := slices.IndexFunc(Settings, func(s Setting) bool { return s.Env == name }); {
		case i < 0:
			unknown = append(unknown, name)
		case Settings[i].List:
			g[name] = strings.Fields(value)
		default:
			g[name] = []string{value}
		}
	}
	set, fromFlags := flag.NewFlagSet("elicitform-server", flag.ContinueOnError), given{}
	set.SetOutput(io.Discard)
	for _, s := range Settings {
		take := func(text string) error {
			fromFlags[s.Env] = append(fromFlags[s.Env], text)
			return nil
		}
		switch {
		case s.Flag == "":
		case s.Default == "false":
			set.BoolFunc(s.Flag, s.Usage, take)
		default:
			set.Func(s.Flag, s.Usage, take)
		}
	}
	if err := set.Parse(arguments); err != nil {
		return nil, nil, err
	}
	if set.NArg() > 0 {
		return nil, nil, fmt.Errorf("%q is no flag", set.Arg(0))
	}
	maps.Copy(g, fromFlags)
	for _, s := range Settings {
		if g[s.Env] == nil && !s.List && !strings.Contains(s.Default, " ") {
			g[s.Env] = []string{s.Default}
		}
	}
	return g, unknown, nil
}

// reader reads texts of settings, and keeps the first error.
type reader struct {
	given
	readFile func(name string) ([]byte, error)
	err      error
}

// fail keeps an error about a setting.
func (r *reader) fail(env string, err error) {
	name := env
	for _, s := range Settings {
		if s.Env == env && s.Flag != "" {
			name = "--" + s.Flag + " (" + env + ")"
		}
	}
	r.err = cmp.Or(r.err, fmt.Errorf("%s: %w", name, err))
}

// content reads the file that a setting names; nil where it names none.
func (r *reader) content(env string) []byte {
	name := r.one(env)
	if name == "" {
		return nil
	}
	content, err := r.readFile(name)
	if err != nil {
		r.fail(env, err)
	}
	return content
}

// file reads a text of which either the value or the name of a file is given.
func (r *reader) file(env, fileEnv string) string {
	text := r.one(env)
	if r.one(fileEnv) == "" {
		return text
	}
	if text != "" {
		r.fail(fileEnv, fmt.Errorf("%s is given as well", env))
	}
	content := r.content(fileEnv)
	if len(content) > 1<<20 {
		r.fail(fileEnv, errors.New("the file is too large"))
	}
	return strings.TrimSpace(string(content))
}

func (r *reader) address(env string) string {
	text := r.one(env)
	if text == "" {
		return ""
	}
	_, port, err := net.SplitHostPort(text)
	if n, err2 := strconv.ParseUint(port, 10, 16); err != nil || err2 != nil || n == 0 && port != "0" {
		r.fail(env, errors.New(`needs an address and a port, such as "127.0.0.1:8787"`))
	}
	return text
}

// isLoopback reports whether only this machine reaches an address.
func isLoopback(address string) bool {
	host, _, _ := net.SplitHostPort(address)
	ip, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && ip.IsLoopback()
}

// origin reads an address without a path.
func (r *reader) origin(env string) string {
	if text := r.one(env); text != "" {
		return r.checkOrigin(env, strings.TrimSuffix(text, "/"))
	}
	return ""
}

// checkOrigin rejects what no browser sends as an origin, which would match nothing.
func (r *reader) checkOrigin(env, text string) string {
	u, err := url.Parse(text)
	if err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Host == "" || u.Scheme+"://"+u.Host != text ||
		strings.ToLower(text) != text || strings.ContainsAny(text, " \t\r\n;,*'\"") {
		r.fail(env, fmt.Errorf(`%q is no origin, such as "https://chat.example"`, text))
	}
	return text
}

func (r *reader) count(env string) int {
	n, err := strconv.ParseInt(r.one(env), 10, 32)
	if err != nil || n <= 0 {
		r.fail(env, errors.New("needs a whole number above 0"))
	}
	return int(n)
}

// share reads how much one asker may use of the limits, which are read before.
func (r *reader) share(c *Config) {
	const env = "ELICITFORM_KEY_SHARE"
	if c.Share = keys.Share(r.count(env)); c.Share > 100 {
		r.fail(env, errors.New("needs a whole number from 1 to 100"))
	}
	if c.Ring == nil || c.Ring.IsAlone() {
		c.Share = 100
	}
	l := &c.Limits
	l.AskerOpen, l.AskerBytes, l.AskerNewBytes = c.Share.Of(l.Open), c.Share.Of(l.Bytes), c.Share.Of(l.NewBytes)
	l.AskerDevices = c.Share.Of(relay.MaxDevices)
}

// roots reads the certificates that are trusted beside the usual ones.
func (r *reader) roots() *x509.CertPool {
	const env = "ELICITFORM_CA_FILE"
	if r.one(env) == "" {
		return nil
	}
	roots, err := x509.SystemCertPool()
	if err != nil {
		r.fail(env, fmt.Errorf("certificates of this system: %w", err))
		return nil
	}
	if !roots.AppendCertsFromPEM(r.content(env)) {
		r.fail(env, errors.New("there is no certificate in PEM in the file"))
	}
	return roots
}

// redis reads where questions are kept.
func (r *reader) redis(c *Config) {
	const env = "ELICITFORM_REDIS"
	text := r.file(env, "ELICITFORM_REDIS_FILE")
	cluster, err := strconv.ParseBool(r.one("ELICITFORM_REDIS_CLUSTER"))
	switch {
	case err != nil:
		r.fail("ELICITFORM_REDIS_CLUSTER", errors.New("is true or false"))
	case text == "" && cluster:
		r.fail("ELICITFORM_REDIS_CLUSTER", errors.New("no address of Redis is given"))
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
		// Errors of Redis quote the address, and with it the password.
		r.fail(env, errors.New(`needs an address such as "redis://localhost:6379/0"`))
	}
}

// keys reads the secret and the ask keys, or makes them up where only one person at this machine can use the server.
func (r *reader) keys(c *Config) {
	secret := r.file("ELICITFORM_SECRET", "ELICITFORM_SECRET_FILE")
	texts := r.given["ELICITFORM_ASK_KEYS"]
	for line := range strings.Lines(string(r.content("ELICITFORM_ASK_KEYS_FILE"))) {
		if text := strings.TrimSpace(line); text != "" && !strings.HasPrefix(text, "#") {
			texts = append(texts, text)
		}
	}
	if secret == "" {
		if c.Production {
			r.fail("ELICITFORM_SECRET", errors.New("a secret is needed where others can reach the server: openssl rand -base64 32 makes one"))
		}
		secret = rand.Text() + rand.Text()
	}
	if len(texts) == 0 {
		if c.Production {
			r.fail("ELICITFORM_ASK_KEYS", errors.New(`an ask key is needed where others can reach the server, written "name:secret"`))
		}
		c.AskKeyName, c.AskKey = "dev", rand.Text()
		texts = []string{c.AskKeyName + ":" + c.AskKey}
	}
	var all []keys.AskKey
	for _, text := range texts {
		key, err := keys.Parse(text)
		if err != nil {
			r.fail("ELICITFORM_ASK_KEYS", err)
		}
		all = append(all, key)
	}
	ring, err := keys.NewRing([]byte(secret), all)
	if err != nil && len(secret) < keys.LeastSecret {
		r.fail("ELICITFORM_SECRET", err)
	} else if err != nil {
		r.fail("ELICITFORM_ASK_KEYS", err)
	}
	if !utf8.ValidString(secret) {
		r.fail("ELICITFORM_SECRET", errors.New("is not text"))
	}
	c.Ring = ring
}
