package process

import (
	"os/exec"
	"syscall"
)

// endWithTests makes a program a group of its own, unless it is to be a session, and lets it
// end when the tests end, even if they crash.
func endWithTests(cmd *exec.Cmd) {
	if cmd.SysProcAttr == nil {
		cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	}
	cmd.SysProcAttr.Pdeathsig = syscall.SIGKILL
}

// endGroup ends a program and what it has started.
func endGroup(cmd *exec.Cmd) { _ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
