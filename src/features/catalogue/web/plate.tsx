import type { CSSProperties } from 'react'
import type { PromptCard } from '#features/catalogue/contract.ts'
import { isDark, sceneColors, sceneOf } from '../plate-rules.ts'
import sprite from './plates.svg?url'

/**
 * A drawing of what the text of an image prompt states: a scene for its subject, the marks of its style, its ratio as the
 * frame, its palette or else tints of the category. Flat shapes, which nobody takes for the output of a model.
 * `className` sets the height.
 */
export function Plate({
  prompt: { picture, title, excerpt },
  className,
}: {
  prompt: Pick<PromptCard, 'picture' | 'title' | 'excerpt'>
  className: string
}) {
  const words = `${title} ${excerpt}`
  const colors = picture?.palette.length ? sceneColors(picture.palette) : []
  const variables = Object.fromEntries(colors.map((color, at) => [`--${'abcde'[at]}`, color])) as CSSProperties
  const ratio = picture?.ratio?.replace(':', '/')
  const kind = colors.length > 0 ? 'plate-colors' : isDark(words) ? 'plate-dark' : ''
  const stated = [picture?.subject, picture?.style, picture?.ratio, ...(picture?.colors ?? [])].filter(Boolean)
  return (
    <div className={`plate ${kind} ${className}`} style={variables}>
      <svg
        className={ratio && 'framed'}
        style={ratio ? { aspectRatio: ratio } : undefined}
        {...(stated.length > 0
          ? { role: 'img', 'aria-label': `Drawn from the text: ${stated.join(', ')}` }
          : { 'aria-hidden': true })}
      >
        <use href={`${sprite}#${sceneOf(picture, words)}`} />
        {picture?.style && <use href={`${sprite}#${picture.style}`} />}
      </svg>
    </div>
  )
}
