/** The two numbers of a ratio such as “16:9”. */
export function sidesOf(ratio: string): { across: number; down: number } {
  const [across = 1, down = 1] = ratio.split(':').map(Number)
  return { across, down }
}
