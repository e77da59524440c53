import { type MouseEvent, useId, useState } from 'react'
import { comparisonLimits as limits } from '#features/comparison/rules.ts'
import type { AiVendor } from '#features/models/rules.ts'
import { vendorFacts } from '#features/models/vendor-rules.ts'
import { AskOwnMachine } from '#features/models/web/ask-own-machine.tsx'
import { VendorMark } from '#features/models/web/vendor-mark.tsx'
import { chatOf, planRun, type RunTarget } from '#features/worksheet/run-target-rules.ts'
import { howToPaste, openAddress } from '#features/worksheet/web/run-elsewhere.ts'
import { t } from '#lib/texts.ts'
import { cutText } from '#lib/well-formed.ts'
import { copyText } from '#ui/copy-text.ts'
import { Icon } from '#ui/icon.tsx'
import { notify } from '#ui/notice.tsx'
import { chatNameOf } from '../chat-name.ts'

/**
 * Shows a field for the answer of each of these families, which can't answer on this site. `text` is the prompt with
 * its blanks filled in.
 */
export function PastedAnswers({
  families,
  answers,
  text,
  onWrite,
}: {
  families: AiVendor[]
  answers: Partial<Record<AiVendor, string>>
  text: string
  onWrite: (vendor: AiVendor, answer: string) => void
}) {
  const id = useId()
  const fields = families.map((vendor) => {
    const chat = chatOf(vendorFacts[vendor].chat)
    return (
      <div key={vendor} className="field">
        <label htmlFor={id + vendor}>
          <VendorMark vendor={vendor} /> {t('{chatNameOf}’s answer', { chatNameOf: chatNameOf(vendor) })}
        </label>
        <div className="cmp-ask">
          {chat?.home && text.trim() !== '' && <AskChatLink chat={chat} text={text} />}
          <PasteButton
            chat={chatNameOf(vendor)}
            hasAnswer={Boolean(answers[vendor])}
            onPaste={(answer) => onWrite(vendor, answer)}
          />
          {vendor === 'meta' && text.trim() !== '' && (
            <AskOwnMachine text={text} onAnswer={(answer) => onWrite(vendor, answer.text)} />
          )}
        </div>
        <textarea
          id={id + vendor}
          className="input min-h-32 field-sizing-content max-h-64"
          dir="auto"
          placeholder={t('Paste it here')}
          maxLength={limits.pastedTextMax}
          value={answers[vendor] ?? ''}
          onChange={(event) => onWrite(vendor, event.target.value)}
        />
      </div>
    )
  })
  return (
    <>
      <p className="text-ink-2">
        <b className="text-ink">{t('Answers')}</b>{' '}
        {text.trim() === ''
          ? t('Write a prompt above, and each field gets a link to its chat.')
          : t('Ask each chat, then paste its answer.')}
      </p>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 sm:grid-cols-2">{fields}</div>
    </>
  )
}

/**
 * Pastes from the clipboard with one tap, where phones otherwise need a long press. Renders nothing in browsers that
 * don't let a page read the clipboard.
 */
function PasteButton({
  chat,
  hasAnswer,
  onPaste,
}: {
  chat: string
  hasAnswer: boolean
  onPaste: (answer: string) => void
}) {
  if (typeof navigator.clipboard?.readText !== 'function') return null
  const paste = async () => {
    const answer = await navigator.clipboard.readText().catch(() => null)
    if (answer?.trim()) onPaste(cutText(answer, limits.pastedTextMax))
    else if (answer === null)
      notify({ title: t('The browser refused to paste'), text: t('Paste into the field.'), isFailure: true })
    else
      notify({ title: t('Nothing to paste'), text: t('Copy the answer in {chat} first.', { chat }), isFailure: true })
  }
  return (
    <button
      type="button"
      className="btn"
      aria-label={
        hasAnswer
          ? t('Replace the answer from {chat} with the clipboard', { chat })
          : t('Paste the answer from {chat}', { chat })
      }
      onClick={paste}
    >
      {hasAnswer ? t('Replace') : t('Paste')}
    </button>
  )
}

/**
 * Opens a chat with the text in its URL, as the “Run in” buttons do. If the chat doesn't read text from URLs, or the
 * text is too long for a URL, copies the text first. The line after the button says what happened.
 */
function AskChatLink({ chat, text }: { chat: RunTarget; text: string }) {
  const [statusMessage, setStatusMessage] = useState<string | null>(null)
  const { address, mustCopy } = planRun(chat, text)
  const ask = async (event: MouseEvent) => {
    if (!mustCopy) return setStatusMessage(t('{name} has your text.', { name: chat.name }))
    // The text is copied first, because a new tab takes the focus, and a page without focus can't copy.
    event.preventDefault()
    if (!(await copyText(text))) return notify({ title: t('The browser refused to copy'), isFailure: true })
    setStatusMessage(t('Copied. {howToPaste}', { howToPaste: howToPaste(chat) }))
    if (address) openAddress(address)
  }
  return (
    <>
      <a href={address ?? undefined} target="_blank" rel="noopener noreferrer" className="btn" onClick={ask}>
        {mustCopy ? t('Copy the text and open {name}', { name: chat.name }) : t('Ask {name}', { name: chat.name })}
        <Icon name="arrow-up-right" className="icon-sm" />
      </a>
      <span role="status" className="cmp-done">
        {statusMessage && t('{statusMessage} When it has answered, paste the answer here.', { statusMessage })}
      </span>
    </>
  )
}
