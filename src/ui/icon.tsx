import type { IconName } from './icon-names.ts'
import sprite from './icons.svg?url'

/**
 * An icon of the one file that holds them all: a few bytes in the page, none in the JavaScript. Hidden from readers:
 * the words beside it, or the name of its button, say what it means.
 */
export function Icon({ name, className = 'icon' }: { name: IconName; className?: string }) {
  return (
    <svg className={className} aria-hidden="true">
      <use href={`${sprite}#${name}`} />
    </svg>
  )
}
