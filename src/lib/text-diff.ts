/** A piece of two compared texts: in both, only in the older, or only in the newer one. */
export type DiffPiece = { kind: 'same' | 'removed' | 'added'; text: string }

/** Larger tables take too long. Such texts are compared by lines, or as a whole. */
const cellsMax = 4_000_000

/** The differences between two texts, by words if they aren't too long. */
export function diffOf(before: string, after: string): DiffPiece[] {
  return (
    diffBy(before, after, /\s+|[\p{L}\p{M}\p{N}_]+|[^\s\p{L}\p{M}\p{N}_]/gu) ??
    diffBy(before, after, /[^\n]*\n|[^\n]+$/g) ??
    replaceWhole(before, after)
  )
}

function replaceWhole(before: string, after: string): DiffPiece[] {
  return joinPieces([
    { kind: 'removed', text: before },
    { kind: 'added', text: after },
  ])
}

/** The differences by the longest common subsequence of pieces. Null if the texts are too long. */
function diffBy(before: string, after: string, pieces: RegExp): DiffPiece[] | null {
  const oldPieces = before.match(pieces) ?? []
  const newPieces = after.match(pieces) ?? []
  let start = 0
  while (start < oldPieces.length && start < newPieces.length && oldPieces[start] === newPieces[start]) start++
  let end = 0
  while (
    end < oldPieces.length - start &&
    end < newPieces.length - start &&
    oldPieces.at(-1 - end) === newPieces.at(-1 - end)
  )
    end++
  const middle = compare(oldPieces.slice(start, oldPieces.length - end), newPieces.slice(start, newPieces.length - end))
  if (!middle) return null
  return joinPieces([
    { kind: 'same', text: oldPieces.slice(0, start).join('') },
    ...middle,
    { kind: 'same', text: oldPieces.slice(oldPieces.length - end).join('') },
  ])
}

function compare(oldPieces: string[], newPieces: string[]): DiffPiece[] | null {
  const width = newPieces.length + 1
  if ((oldPieces.length + 1) * width > cellsMax) return null
  // Each cell has the length of the longest common subsequence of the remaining pieces.
  const table = new Uint32Array((oldPieces.length + 1) * width)
  const at = (row: number, column: number) => table[row * width + column] as number
  for (let row = oldPieces.length - 1; row >= 0; row--) {
    for (let column = newPieces.length - 1; column >= 0; column--) {
      table[row * width + column] =
        oldPieces[row] === newPieces[column]
          ? at(row + 1, column + 1) + 1
          : Math.max(at(row + 1, column), at(row, column + 1))
    }
  }
  const pieces: DiffPiece[] = []
  let row = 0
  let column = 0
  while (row < oldPieces.length || column < newPieces.length) {
    if (row < oldPieces.length && column < newPieces.length && oldPieces[row] === newPieces[column]) {
      pieces.push({ kind: 'same', text: oldPieces[row] as string })
      row++
      column++
    } else if (column === newPieces.length || (row < oldPieces.length && at(row + 1, column) >= at(row, column + 1))) {
      pieces.push({ kind: 'removed', text: oldPieces[row++] as string })
    } else {
      pieces.push({ kind: 'added', text: newPieces[column++] as string })
    }
  }
  return pieces
}

/** Joins neighboring pieces of one kind, and drops empty ones. */
function joinPieces(pieces: DiffPiece[]): DiffPiece[] {
  const result: DiffPiece[] = []
  for (const piece of pieces) {
    const last = result.at(-1)
    if (piece.text === '') continue
    if (last?.kind === piece.kind) last.text += piece.text
    else result.push({ ...piece })
  }
  return result
}
