import type { IconName } from './icon-names.ts'
import sprite from './icons.svg?url'

/**
 * An icon from the shared SVG file. It adds only a few bytes to the page, and none to the JavaScript. Screen readers
 * skip it, because the text next to it, or the label of its button, says what it means.
 */
export function Icon({ name, className = 'icon' }: { name: IconName; className?: string }) {
  return (
    <svg className={className} aria-hidden="true">
      <use href={`${sprite}#${name}`} />
    </svg>
  )
}
