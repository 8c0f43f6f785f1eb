package process

import (
	"os/exec"
	"syscall"
)

// endWithTests makes a program end even if the tests crash. Unless the program leads a session, it
// also leads a process group.
func endWithTests(cmd *exec.Cmd) {
	if cmd.SysProcAttr == nil {
		cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	}
	cmd.SysProcAttr.Pdeathsig = syscall.SIGKILL
}

func endGroup(cmd *exec.Cmd) { _ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
