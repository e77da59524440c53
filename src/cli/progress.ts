import cliProgress from 'cli-progress'

/** Shows how far a long work is. Totals are in pieces, such as rows. */
export type Progress = {
  /** So many pieces are done. */
  at: (done: number) => void
  /** Prints a line about the work without breaking the bar. */
  note: (line: string) => void
  end: () => void
}

/** Without a terminal: the share of the total that lies between two lines, at least. */
const lineShare = 1 / 20

/** On standard error: a bar where that is a terminal, else a line each twentieth of the way. */
export function showProgress(total: number, noun: string): Progress {
  return process.stderr.isTTY ? showBar(total, noun) : showLines(total, noun)
}

function showBar(total: number, noun: string): Progress {
  const format = `{bar} {percentage}% | {value} of {total} ${noun} | {eta_formatted} left`
  // Drawn again even when unchanged, since notes wipe it; who aborts is the command's business, not the bar's.
  const options = { format, forceRedraw: true, fps: 5, gracefulExit: false }
  const bar = new cliProgress.SingleBar(options, cliProgress.Presets.shades_classic)
  bar.start(total, 0)
  return {
    at: (done) => bar.update(done),
    note(line) {
      process.stderr.write(`\r\x1b[K${line}\n`)
      bar.render()
    },
    end: () => bar.stop(),
  }
}

function showLines(total: number, noun: string): Progress {
  let printed = 0
  return {
    at(done) {
      if (done < total && done - printed < total * lineShare) return
      printed = done
      console.error(`${done} of ${total} ${noun}`)
    },
    note: (line) => console.error(line),
    end: () => undefined,
  }
}
