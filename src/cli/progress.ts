import cliProgress from 'cli-progress'

/** Shows the progress of a long task. The task's total is counted in units such as rows. */
export type Progress = {
  /** Sets how many units are done. */
  update: (done: number) => void
  /** Prints a line without breaking the bar. */
  printLine: (line: string) => void
  end: () => void
}

/** The share of the total after which the next line is printed if there is no terminal. */
const lineShare = 1 / 20

/** Shows progress on standard error: as a bar on a terminal, otherwise as a line for each twentieth of the total. */
export function showProgress(total: number, noun: string): Progress {
  return process.stderr.isTTY ? showBar(total, noun) : showLines(total, noun)
}

function showBar(total: number, noun: string): Progress {
  const format = `{bar} {percentage}% | {value} of {total} ${noun} | {eta_formatted} left`
  // `forceRedraw`: the bar is redrawn even if it hasn't changed, because printed lines erase it. `gracefulExit: false`:
  // the library leaves SIGINT and SIGTERM to the command.
  const options = { format, forceRedraw: true, fps: 5, gracefulExit: false }
  const bar = new cliProgress.SingleBar(options, cliProgress.Presets.shades_classic)
  bar.start(total, 0)
  return {
    update: (done) => bar.update(done),
    printLine(line) {
      process.stderr.write(`\r\x1b[K${asOneLine(line)}\n`)
      bar.render()
    },
    end: () => bar.stop(),
  }
}

function showLines(total: number, noun: string): Progress {
  let printed = 0
  return {
    update(done) {
      if (done < total && done - printed < total * lineShare) return
      printed = done
      console.error(`${done} of ${total} ${noun}`)
    },
    printLine: (line) => console.error(asOneLine(line)),
    end: () => undefined,
  }
}

/**
 * Replaces control characters, line breaks and bidirectional controls in a line, because names in imported files can
 * contain them.
 */
function asOneLine(line: string): string {
  return line.replace(/[\p{Cc}\u2028-\u202E\u2066-\u2069]/gu, '\ufffd')
}
