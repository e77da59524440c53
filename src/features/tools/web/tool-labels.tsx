import { mentionedFacts, textsOf, wordOf } from '#features/tools/fact-rules.ts'
import { initialsOf, type ToolFact, type ToolType, toolTypeNames } from '#features/tools/rules.ts'

/** A tile with a tool's initials in its type's hue. Hidden from screen readers, since the name is next to it. */
export function ToolGlyph({ name }: { name: string }) {
  return (
    <span className="glyph" aria-hidden="true">
      {initialsOf(name)}
    </span>
  )
}

/** The name of a type in its hue. `tile`: whether to show a small square of that hue before it. */
export function ToolTypeLabel({ type, tile = true }: { type: ToolType; tile?: boolean }) {
  return (
    <span className="category" data-type={type}>
      {tile && <span className="tile" />}
      {toolTypeNames[type]}
    </span>
  )
}

/** The short words for a tool's facts, as cards and rows show them, without facts that they don't mention. */
export function shortFactsOf(tool: Record<ToolFact, boolean>) {
  return mentionedFacts(tool).flatMap((fact) => {
    const text = wordOf(textsOf(fact).short, tool[fact])
    return text === null ? [] : [{ fact, text, isTrue: tool[fact] }]
  })
}
