import { initialsOf, type ToolType, toolTypeNames } from '#features/tools/rules.ts'

/** A tile with a tool's initials in its type's hue. Hidden from screen readers, since the name is beside it. */
export function ToolGlyph({ name }: { name: string }) {
  return (
    <span className="glyph" aria-hidden="true">
      {initialsOf(name)}
    </span>
  )
}

/** The name of a type in its hue, with a tile in that hue unless the hue is shown elsewhere (`tile`). */
export function ToolTypeLabel({ type, tile = true }: { type: ToolType; tile?: boolean }) {
  return (
    <span className="category" data-type={type}>
      {tile && <span className="tile" />}
      {toolTypeNames[type]}
    </span>
  )
}

/** What a tool costs, in words. Many free tools also have paid plans. */
export function priceName(isFree: boolean): string {
  return isFree ? 'Free, or free in part' : 'Paid only'
}

/** What a tool costs, in the words of the list's filter. */
export function shortPriceName(isFree: boolean): string {
  return isFree ? 'Free to use' : 'Paid only'
}
