import { ExactText } from '#features/catalogue/web/exact-text.tsx'
import { t } from '#lib/texts.ts'
import { notify } from '#ui/notice.tsx'
import { keepSentences } from './lost-sentences.ts'

type Props = { lost: readonly string[]; next: string; onKeep: (text: string) => void }

/**
 * Lists the author's sentences (`lost`) that storing `next` would remove. A button adds them to `next`, and `onKeep`
 * gets the new text. Renders nothing if no sentences would be lost.
 */
export function LostText({ lost, next, onKeep }: Props) {
  if (lost.length === 0) return null
  const keep = () => {
    onKeep(keepSentences(next, lost))
    notify({ title: t('Added back'), text: t('The author’s text is at the end of the edit.') })
  }
  return (
    <div className="my-3 border-bad border-l-4 pl-3">
      <p>
        <b>{t('This edit would remove what the author has added in the meantime:')}</b>
      </p>
      {lost.map((sentence) => (
        <p key={sentence} className="font-mono text-code" dir="auto">
          <ExactText text={sentence} />
        </p>
      ))}
      <button type="button" className="btn mt-2" onClick={keep}>
        {t('Keep the author’s text')}
      </button>
    </div>
  )
}
