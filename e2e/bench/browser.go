package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"syscall"
	"time"

	"github.com/chromedp/cdproto/systeminfo"
	"github.com/chromedp/chromedp"

	"github.com/elicitform/elicitform/e2e/driver"
)

// browser is the Chromium of all measurements. Its processes are a process group of their own.
type browser struct {
	ctx  context.Context
	stop func()
	cmd  *exec.Cmd
}

// launch starts the browser that people have, without its window. Its sandboxed frames have processes of their own by default.
// Its autofill reads each control of a new form, and so lays out what content-visibility has left out. The headless shell
// has no autofill.
func launch() (*browser, error) {
	b := &browser{}
	var err error
	b.ctx, b.stop, err = driver.Launch(driver.Windowed,
		// A spare renderer would be counted among those of a page, and a cached page would be shown at the next visit.
		chromedp.Flag("disable-features", "Translate,MediaRouter,OptimizationHints,SpareRendererForSitePerProcess,BackForwardCache"),
		chromedp.Flag("site-per-process", true),
		chromedp.Flag("enable-features", "IsolateSandboxedIframes"),
		chromedp.ModifyCmdFunc(func(cmd *exec.Cmd) {
			cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
			b.cmd = cmd
		}),
	)
	return b, err
}

// slowness is how many times as slow the slow processor is.
const slowness = 4

// slowDown makes every process of the browser slow, all of its threads alike, by stopping them for most of the time. The function that
// it returns ends that.
func (b *browser) slowDown() (end func()) {
	group := -b.cmd.Process.Pid
	ending, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		for {
			began := time.Now()
			time.Sleep(2 * time.Millisecond)
			_ = syscall.Kill(group, syscall.SIGSTOP)
			time.Sleep((slowness - 1) * time.Since(began))
			_ = syscall.Kill(group, syscall.SIGCONT)
			select {
			case <-ending:
				return
			default:
			}
		}
	}()
	return func() {
		close(ending)
		<-ended
	}
}

// renderers returns the computing time of each renderer so far, in seconds, by the number of its process.
func (b *browser) renderers() (map[int64]float64, error) {
	result, err := chromedp.CallBrowser(b.ctx, systeminfo.GetProcessInfo, struct{}{})
	if err != nil {
		return nil, err
	}
	seconds := map[int64]float64{}
	for _, p := range result.ProcessInfo {
		if p.Type == "renderer" {
			seconds[p.ID] = p.CPUTime
		}
	}
	return seconds, nil
}

// workOfNew waits until the renderers that were started since are idle, and returns the seconds that all of their threads have
// computed.
func (b *browser) workOfNew(before map[int64]float64) (float64, error) {
	last := -1.0
	for deadline := time.Now().Add(driver.Patience); time.Now().Before(deadline); time.Sleep(100 * time.Millisecond) {
		now, err := b.renderers()
		if err != nil {
			return 0, err
		}
		var sum float64
		for id, seconds := range now {
			if _, old := before[id]; !old {
				sum += seconds
			}
		}
		if sum == last {
			return sum, nil
		}
		last = sum
	}
	return 0, fmt.Errorf("the renderers do not come to rest")
}

var proportionalSize = regexp.MustCompile(`(?m)^Pss: +(\d+) kB$`)

// memoryOfNew returns the bytes of the renderers that were started since, and their share of the pages that processes have in common.
func (b *browser) memoryOfNew(before map[int64]float64) (bytes float64, err error) {
	now, err := b.renderers()
	for id := range now {
		if _, old := before[id]; old || err != nil {
			continue
		}
		var text []byte
		if text, err = os.ReadFile(fmt.Sprintf("/proc/%d/smaps_rollup", id)); err != nil {
			break
		}
		found := proportionalSize.FindSubmatch(text)
		if found == nil {
			return 0, fmt.Errorf("process %d does not say its size", id)
		}
		kilobytes, _ := strconv.ParseFloat(string(found[1]), 64)
		bytes += kilobytes * 1024
	}
	return bytes, err
}
