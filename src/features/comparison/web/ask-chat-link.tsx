import { type MouseEvent, useState } from 'react'
import { planRun, type RunTarget } from '#features/worksheet/run-target-rules.ts'
import { howToPaste, openAddress } from '#features/worksheet/web/run-elsewhere.ts'
import { copyText } from '#ui/copy-text.ts'
import { Icon } from '#ui/icon.tsx'
import { notify } from '#ui/notice.tsx'

/**
 * Opens a chat with the text in its URL, as the “Run in” buttons do. If the chat doesn't read text from URLs, or the
 * text is too long for a URL, copies the text first. The line after the button says what happened.
 */
export function AskChatLink({ chat, text }: { chat: RunTarget; text: string }) {
  const [statusMessage, setStatusMessage] = useState<string | null>(null)
  const { address, mustCopy } = planRun(chat, text)
  const ask = async (event: MouseEvent) => {
    if (!mustCopy) return setStatusMessage(`${chat.name} has your text.`)
    // The text is copied first, because a new tab takes the focus, and a page without focus can't copy.
    event.preventDefault()
    if (!(await copyText(text))) return notify({ title: 'The browser refused to copy', isFailure: true })
    setStatusMessage(`Copied. ${howToPaste(chat)}`)
    if (address) openAddress(address)
  }
  return (
    <>
      <a href={address ?? undefined} target="_blank" rel="noopener noreferrer" className="btn" onClick={ask}>
        {mustCopy ? `Copy the text and open ${chat.name}` : `Ask ${chat.name}`}
        <Icon name="arrow-up-right" className="icon-sm" />
      </a>
      <span role="status" className="cmp-done">
        {statusMessage && `${statusMessage} When it has answered, paste the answer here.`}
      </span>
    </>
  )
}
