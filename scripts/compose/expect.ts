/** Prints a line to standard output. */
export function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

/** Reports that something holds, or throws with what a program said about it. */
export function expect(holds: boolean, what: string, output = ''): void {
  if (!holds) throw new Error(`It doesn’t hold: ${what}. ${output}`)
  print(`✓ ${what}`)
}
