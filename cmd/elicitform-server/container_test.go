//go:build unix

package main

import (
	"bufio"
	"bytes"
	"encoding/pem"
	"io/fs"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
)

type image struct {
	copied      map[string]string // sources by their destinations
	environment []string
	user, group uint32
	entrypoint  string
}

// readContainerfile reads the instructions that the file uses, and fails for any other.
func readContainerfile(t *testing.T, text string) image {
	t.Helper()
	i := image{copied: map[string]string{}}
	for line := range strings.Lines(text) {
		words := strings.Fields(line)
		if len(words) == 0 || strings.HasPrefix(words[0], "#") {
			continue
		}
		switch {
		case words[0] == "FROM" && words[1] == "scratch", words[0] == "EXPOSE":
		case words[0] == "COPY" && len(words) == 3:
			i.copied[words[2]] = words[1]
		case words[0] == "ENV" && len(words) == 2:
			i.environment = append(i.environment, words[1])
		case words[0] == "USER" && len(words) == 2:
			user, group, _ := strings.Cut(words[1], ":")
			u, err := strconv.ParseUint(user, 10, 32)
			g, err2 := strconv.ParseUint(group, 10, 32)
			if err != nil || err2 != nil || u == 0 || g == 0 {
				t.Errorf("the image runs as %s", words[1])
			}
			i.user, i.group = uint32(u), uint32(g)
		case words[0] == "ENTRYPOINT" && len(words) == 2:
			i.entrypoint = strings.Trim(words[1], `[]"`)
		default:
			t.Errorf("the test does not know %q", strings.TrimSpace(line))
		}
	}
	if i.user == 0 || i.copied[i.entrypoint] != "build/elicitform-server" {
		t.Errorf("%+v", i)
	}
	return i
}

// The program serves, and sends a webhook over TLS, in a root with nothing else, as a user who may write nowhere.
func TestContainer(t *testing.T) {
	i := readContainerfile(t, document(t, "cmd/elicitform-server/Containerfile"))
	if ignored := document(t, ".dockerignore"); ignored != "*\n!build/elicitform-server\n" {
		t.Errorf("the image is built with %q", ignored)
	}
	if runtime.GOOS != "linux" || os.Getuid() != 0 {
		t.Skip("chroot needs root on Linux")
	}
	root := t.TempDir()
	program := filepath.Join(root, i.entrypoint)
	build := exec.Command("go", "build", "-trimpath", "-o", program, ".")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if output, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, output)
	}
	if text, err := os.ReadFile(program); err != nil || !bytes.Contains(text, []byte("ISRG Root X1")) {
		t.Errorf("the program has no root certificates; %v", err)
	}
	received := make(chan string, 1)
	receiver := httptest.NewTLSServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { received <- r.Header.Get("webhook-id") }))
	defer receiver.Close()
	certificate := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: receiver.Certificate().Raw})
	if err := os.WriteFile(filepath.Join(root, "ca.pem"), certificate, 0o444); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(root, 0o555); err != nil {
		t.Fatal(err)
	}

	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := listener.Addr().String()
	listener.Close()
	run := exec.Command(i.entrypoint)
	run.Path = i.entrypoint
	// The image listens on every network, the test only on this machine.
	run.Env = append(i.environment, "ELICITFORM_LISTEN="+address, "ELICITFORM_SECRET="+secret, "ELICITFORM_ASK_KEYS=agent:"+askKey,
		"ELICITFORM_PUBLIC_URL=https://ask.example", "ELICITFORM_CA_FILE=/ca.pem", "ELICITFORM_WEBHOOK_ALLOW="+receiver.URL+"/", "ELICITFORM_WEBHOOK_PRIVATE=127.0.0.1")
	run.Dir = "/"
	run.SysProcAttr = &syscall.SysProcAttr{Chroot: root, Credential: &syscall.Credential{Uid: i.user, Gid: i.group}}
	var log lockedBuffer
	run.Stderr = &log
	output, err := run.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := run.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() { _ = run.Process.Kill() }()
	if line, err := bufio.NewReader(output).ReadString('\n'); err != nil || !regexp.MustCompile(`serves https://ask\.example`).MatchString(line) {
		t.Fatalf("%q, %v: %s", line, err, log.String())
	}
	p := &process{url: "http://" + address}
	status, question := p.do(t, "POST", "/v1/questions", strings.Replace(order, "%s", `,"callback":"`+receiver.URL+`/1"`, 1))
	if status != 201 {
		t.Fatalf("%d %v: %s", status, question, log.String())
	}
	p.page(t, "session of a person").AnswerAll(t, answer)
	if id := <-received; !strings.HasPrefix(id, "msg_") {
		t.Errorf("the webhook has the id %q", id)
	}
	if err := run.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if err := run.Wait(); err != nil {
		t.Errorf("it ends with %v: %s", err, log.String())
	}
	var files []string
	_ = filepath.WalkDir(root, func(name string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			files = append(files, strings.TrimPrefix(name, root))
		}
		return err
	})
	if !slices.Equal(files, []string{"/ca.pem", i.entrypoint}) {
		t.Errorf("it leaves the files %q", files)
	}
}
