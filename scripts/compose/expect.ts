/** Prints a line to standard output. */
export function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

/** Prints that a condition is met, or throws with the output of the program. */
export function expect(isMet: boolean, what: string, output = ''): void {
  if (!isMet) throw new Error(`Failed: ${what}. ${output}`)
  print(`✓ ${what}`)
}
