import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'

/** Reads the first line of standard input. On a terminal, prompts for it and hides the input. */
export async function readPassword(): Promise<string> {
  const { stdin, stderr } = process
  if (stdin.isTTY) stderr.write('Password: ')
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: stdin, output: silent, terminal: stdin.isTTY })
  try {
    for await (const line of lines) return line
    return ''
  } finally {
    lines.close()
    if (stdin.isTTY) stderr.write('\n')
  }
}
