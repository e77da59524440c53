import type { Tool } from '#features/tools/contract.ts'
import { mentionedFacts, textsOf, wordOf } from '#features/tools/fact-rules.ts'
import { initialsOf, type ToolFact, type ToolType, toolTypeNames } from '#features/tools/rules.ts'
import { translate } from '#lib/texts.ts'

/**
 * A tile with a tool's mark, or its initials in the color of the type that an ancestor has in `data-type`. It is hidden
 * from screen readers, because the name is next to it.
 */
export function ToolGlyph({ name, mark }: Pick<Tool, 'name' | 'mark'>) {
  if (mark)
    return (
      <span className="glyph glyph-mark" aria-hidden="true">
        <img src={mark} alt="" width="24" height="24" loading="lazy" decoding="async" />
      </span>
    )
  return (
    <span className="glyph" aria-hidden="true">
      {initialsOf(name)}
    </span>
  )
}

/** The name of a tool's type in its color. `hasTile` tells whether a small square of that color precedes it. */
export function ToolTypeLabel({ type, hasTile = true }: { type: ToolType; hasTile?: boolean }) {
  return (
    <span className="category" data-type={type}>
      {hasTile && <span className="tile" />}
      {toolTypeNames[type]}
    </span>
  )
}

/** Returns the short texts of a tool's facts, such as “Free to use”, for grids and tables. */
export function shortFactsOf(tool: Record<ToolFact, boolean>) {
  return mentionedFacts(tool).flatMap((fact) => {
    const text = wordOf(textsOf(fact).short, tool[fact])
    return text === null ? [] : [{ fact, text: translate(text), isTrue: tool[fact] }]
  })
}
