import { useEffect, useRef, useState } from 'react'
import { copyText } from '#ui/copy-text.ts'

/** A new token, which is shown only this once, with a button that copies it. */
export function NewToken({ token, onClose }: { token: string; onClose: () => void }) {
  const field = useRef<HTMLInputElement>(null)
  const [copied, setCopied] = useState(false)
  useEffect(() => field.current?.select(), [])
  return (
    <div className="grid gap-3 border-2 border-ink p-4">
      <label htmlFor="new-token" className="font-semibold">
        Your new token
      </label>
      <input id="new-token" ref={field} className="input font-mono" value={token} readOnly spellCheck={false} />
      <p className="text-ink-2 text-small">Copy it now: it isn’t shown again. Treat it like a password.</p>
      <div className="flex flex-wrap gap-2">
        <button type="button" className="btn btn-key" onClick={async () => setCopied(await copyText(token))}>
          {copied ? 'Copied' : 'Copy'}
        </button>
        <button type="button" className="btn" onClick={onClose}>
          Done
        </button>
      </div>
    </div>
  )
}
