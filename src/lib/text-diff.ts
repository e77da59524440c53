/** A piece of two compared texts: in both, only in the older, or only in the newer one. */
export type DiffPiece = { kind: 'same' | 'removed' | 'added'; text: string }

/** Larger tables take too long. Such texts are compared by lines, or as a whole. */
const cellsMax = 4_000_000

/** The differences between two texts, by words if they aren't too long. */
export function diffOf(before: string, after: string): DiffPiece[] {
  return (
    diffBy(before, after, /\s+|[\p{L}\p{M}\p{N}_]+|[^\s\p{L}\p{M}\p{N}_]/gu) ??
    diffBy(before, after, /[^\n]*\n|[^\n]+$/g) ??
    whole(before, after)
  )
}

function whole(before: string, after: string): DiffPiece[] {
  return joined([
    { kind: 'removed', text: before },
    { kind: 'added', text: after },
  ])
}

/** The differences by the longest common subsequence of pieces. Null if the texts are too long. */
function diffBy(before: string, after: string, pieces: RegExp): DiffPiece[] | null {
  const old = before.match(pieces) ?? []
  const fresh = after.match(pieces) ?? []
  let start = 0
  while (start < old.length && start < fresh.length && old[start] === fresh[start]) start++
  let end = 0
  while (end < old.length - start && end < fresh.length - start && old.at(-1 - end) === fresh.at(-1 - end)) end++
  const middle = compare(old.slice(start, old.length - end), fresh.slice(start, fresh.length - end))
  if (!middle) return null
  return joined([
    { kind: 'same', text: old.slice(0, start).join('') },
    ...middle,
    { kind: 'same', text: old.slice(old.length - end).join('') },
  ])
}

function compare(old: string[], fresh: string[]): DiffPiece[] | null {
  const width = fresh.length + 1
  if ((old.length + 1) * width > cellsMax) return null
  // Each cell has the length of the longest common subsequence of the remaining pieces.
  const table = new Uint32Array((old.length + 1) * width)
  const at = (row: number, column: number) => table[row * width + column] as number
  for (let row = old.length - 1; row >= 0; row--) {
    for (let column = fresh.length - 1; column >= 0; column--) {
      table[row * width + column] =
        old[row] === fresh[column] ? at(row + 1, column + 1) + 1 : Math.max(at(row + 1, column), at(row, column + 1))
    }
  }
  const pieces: DiffPiece[] = []
  let row = 0
  let column = 0
  while (row < old.length || column < fresh.length) {
    if (row < old.length && column < fresh.length && old[row] === fresh[column]) {
      pieces.push({ kind: 'same', text: old[row] as string })
      row++
      column++
    } else if (column === fresh.length || (row < old.length && at(row + 1, column) >= at(row, column + 1))) {
      pieces.push({ kind: 'removed', text: old[row++] as string })
    } else {
      pieces.push({ kind: 'added', text: fresh[column++] as string })
    }
  }
  return pieces
}

/** Joins neighboring pieces of one kind, and drops empty ones. */
function joined(pieces: DiffPiece[]): DiffPiece[] {
  const result: DiffPiece[] = []
  for (const piece of pieces) {
    const last = result.at(-1)
    if (piece.text === '') continue
    if (last?.kind === piece.kind) last.text += piece.text
    else result.push({ ...piece })
  }
  return result
}
