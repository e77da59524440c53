import type { PromptCard } from '#features/catalogue/contract.ts'
import { frameOf, isDark, sceneColors, sceneOf } from '../plate-rules.ts'
import sprite from './plates.svg?url'

/**
 * A drawing of what the text of an image prompt states: a scene for its subject, marks for its style, a frame in its
 * ratio, in its palette or else in tints of the category. Flat shapes, which nobody takes for the output of a model.
 * `className` sets the size.
 */
export function Plate({
  prompt: { picture, title, excerpt },
  className,
}: {
  prompt: Pick<PromptCard, 'picture' | 'title' | 'excerpt'>
  className: string
}) {
  const { ratio = null, style, subject, palette = [], colors = [] } = picture ?? {}
  const words = `${title} ${excerpt}`
  const stated = [subject, style, ratio, ...colors].filter(Boolean).join(', ')
  const [ground, fill, color, stroke] = sceneColors(palette)
  return (
    <div className={`plate ${isDark(words) ? 'plate-dark ' : ''}${className}`}>
      <svg
        viewBox={ratio ? frameOf(ratio) : undefined}
        fill={fill}
        color={color}
        stroke={stroke}
        role="img"
        aria-label={`Drawn from the text${stated && `: ${stated}`}`}
      >
        {ground && <rect width="100%" height="100%" fill={ground} stroke="none" />}
        <use href={`${sprite}#${sceneOf(picture, words)}`} />
        {style && <use href={`${sprite}#${style}`} />}
      </svg>
    </div>
  )
}
