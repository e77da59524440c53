import { useEffect, useRef, useState } from 'react'
import { t } from '#lib/texts.ts'
import { copyText } from '#ui/copy-text.ts'

/** A new secret, which is shown only once, with a button that copies it. */
export function SecretValue({ label, value, onClose }: { label: string; value: string; onClose: () => void }) {
  const field = useRef<HTMLInputElement>(null)
  const [isCopied, setCopied] = useState(false)
  useEffect(() => field.current?.select(), [])
  return (
    <div className="grid gap-3 border-2 border-ink p-4">
      <label htmlFor="secret-value" className="font-semibold">
        {label}
      </label>
      <input id="secret-value" ref={field} className="input font-mono" value={value} readOnly spellCheck={false} />
      <p className="text-ink-2 text-small">{t('Copy it now: it isn’t shown again. Treat it like a password.')}</p>
      <div className="flex flex-wrap gap-2">
        <button type="button" className="btn btn-primary" onClick={async () => setCopied(await copyText(value))}>
          {isCopied ? t('Copied') : t('Copy')}
        </button>
        <button type="button" className="btn" onClick={onClose}>
          {t('Done', { context: 'button' })}
        </button>
      </div>
    </div>
  )
}
