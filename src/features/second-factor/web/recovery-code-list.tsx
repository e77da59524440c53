import { t } from '#lib/texts.ts'
import { copyText } from '#ui/copy-text.ts'
import { focusOnMount } from '#ui/focus-on-mount.ts'
import { Icon } from '#ui/icon.tsx'
import { notify } from '#ui/notice.tsx'

type Props = { codes: string[]; username: string; onSaved: () => void }

/** Shows the recovery codes once, for the user to copy or save. Takes focus, because it replaces the focused form. */
export function RecoveryCodeList({ codes, username, onSaved }: Props) {
  const copy = async () => {
    if (await copyText(codes.join('\n')))
      notify({ title: t('Recovery codes copied'), text: t('Keep them in a safe place.') })
    else
      notify({
        title: t('The codes were not copied'),
        text: t('Save them as a file, or write them down.'),
        isFailure: true,
      })
  }
  return (
    <div ref={focusOnMount} tabIndex={-1} className="grid gap-4 rounded-2 border border-edge bg-raised p-5">
      <div>
        <h3 className="font-semibold">{t('Save these recovery codes')}</h3>
        <p className="text-ink-2">
          {t(
            'If you lose your phone, you can sign in with each of them once. They are not shown again. Store them away from your phone.',
          )}
        </p>
      </div>
      <ol className="grid grid-cols-1 gap-x-6 gap-y-1 sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className="flex flex-wrap gap-2">
        <button type="button" className="btn" onClick={copy}>
          <Icon name="copy" className="icon-sm" />
          {t('Copy the codes')}
        </button>
        <a
          className="btn"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(codes.join('\n'))}`}
          download={`recovery-codes-${username}.txt`}
        >
          <Icon name="download" className="icon-sm" />
          {t('Save as a file')}
        </a>
        <button type="button" className="btn btn-primary" onClick={onSaved}>
          {t('I have saved them')}
        </button>
      </div>
    </div>
  )
}
