import { initialsOf, type ToolType, toolTypeNames } from '#features/tools/rules.ts'

/** A tool's tile with two letters, in its type's hue. Its name stands beside it, so readers don't hear it. */
export function ToolGlyph({ name }: { name: string }) {
  return (
    <span className="glyph" aria-hidden="true">
      {initialsOf(name)}
    </span>
  )
}

/** The name of a type in its hue, with its tile unless the place already shows the hue. */
export function ToolTypeLabel({ type, tile = true }: { type: ToolType; tile?: boolean }) {
  return (
    <span className="cat" data-type={type}>
      {tile && <span className="tile" />}
      {toolTypeNames[type]}
    </span>
  )
}

export function priceName(isFree: boolean): string {
  return isFree ? 'Free' : 'Paid'
}
