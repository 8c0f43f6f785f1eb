package engines

import (
	"os/exec"
	"syscall"
)

// endWithTests makes a program a group of its own, and lets it end when the tests end,
// even if they crash.
func endWithTests(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}

// endGroup ends a program and what it has started.
func endGroup(cmd *exec.Cmd) {
	_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
}
