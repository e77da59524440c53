import type { Headline } from '#features/search/contract.ts'
import { labelOf } from '#features/variables/label-rules.ts'

/** Shows a headline with its matches marked and its variables as blanks. The pieces are plain text. */
export function HeadlineText({ pieces }: { pieces: Headline }) {
  return groupPieces(pieces).map((group, index) => {
    const marked = (group[0]?.blank ? withLabel(group) : group).map(({ text, mark }, place) =>
      mark ? (
        // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text have no ids and never move.
        <mark key={place} className="match">
          {text}
        </mark>
      ) : (
        text
      ),
    )
    if (!group[0]?.blank) return marked
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: as above.
      <span key={index} className="blank">
        {marked}
      </span>
    )
  })
}

/**
 * Groups the pieces of each blank, because a match inside a blank is a separate piece. Each other piece is a group of
 * one. An empty piece separates neighboring blanks.
 */
function groupPieces(pieces: Headline): Headline[] {
  const groups: Headline[] = []
  for (const piece of pieces) {
    const last = groups.at(-1)
    if (last && piece.blank && last[0]?.blank) last.push(piece)
    else groups.push([piece])
  }
  return groups
}

/**
 * Replaces a variable's name with its label, such as “Due date” for `due_date`. Both have the same letters, so each
 * piece keeps its letters. A headline doesn't say whether a blank shows its name or its default, so words such as
 * `JavaScript`, which may be defaults, don't change.
 */
function withLabel(group: Headline): Headline {
  const name = group.map(({ text }) => text).join('')
  if (!/^\w+$/.test(name) || /^[A-Z]\w*[a-z][A-Z]/.test(name) || labelOf(name) === name) return group
  const letters = labelOf(name).match(/(?<![^\p{L}\p{N}])[^\p{L}\p{N}]*[\p{L}\p{N}]/gu) ?? []
  return group.map((piece) => {
    const count = piece.text.match(/[\p{L}\p{N}]/gu)?.length ?? 0
    return { ...piece, text: letters.splice(0, count).join('') }
  })
}
