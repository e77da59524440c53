import { useState } from 'react'
import { copyText } from '#ui/copy-text.ts'

/** Lines of code with a button to copy them; long lines scroll. `about`: its purpose, for screen readers. */
export function CodeLine({ text, about }: { text: string; about: string }) {
  const [copied, setCopied] = useState(false)
  return (
    <div className="flex flex-wrap items-start gap-2">
      <textarea
        readOnly
        rows={text.split('\n').length}
        wrap="off"
        className="input min-w-0 flex-1 basis-80 resize-none font-mono text-code"
        aria-label={`What to enter ${about}`}
        spellCheck={false}
        value={text}
      />
      <button type="button" className="btn" onClick={async () => setCopied(await copyText(text))}>
        {copied ? 'Copied' : 'Copy'}
        <span className="sr-only"> {about}</span>
      </button>
    </div>
  )
}
