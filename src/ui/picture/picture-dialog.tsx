import { useEffect, useId, useRef, useState } from 'react'
import { t } from '#lib/texts.ts'
import { Icon } from '#ui/icon.tsx'
import { FailureNote } from '#ui/note.tsx'
import { saveFile } from '#ui/save-file.ts'
import { drawPicture, type TextPicture } from './draw-picture.ts'

/** Shows a picture of a text, to download it or, where the browser can share files, to share it. Nothing is sent. */
export function PictureDialog({ picture, onClose }: { picture: TextPicture; onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const titleId = useId()
  const [file, setFile] = useState<File | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the picture is drawn once.
  useEffect(() => {
    dialog.current?.showModal()
    if (canvas.current) drawFile(canvas.current, picture).then(setFile, (error: Error) => setFailure(error.message))
  }, [])
  const share = async (shared: File) => {
    const text = `${picture.title} ${location.protocol}//${picture.address}`
    const refusal = await navigator.share({ files: [shared], text }).catch((error: DOMException) => error)
    // The promise also rejects if the reader closes the share sheet, which isn't a failure.
    if (refusal && refusal.name !== 'AbortError') setFailure(t('Your browser didn’t share it. Download it instead.'))
  }
  const canShare = file !== null && navigator.canShare?.({ files: [file] }) === true
  return (
    <dialog ref={dialog} className="dialog" aria-labelledby={titleId} closedby="any" onClose={onClose}>
      <div className="mb-2 flex items-center justify-between gap-4">
        <h2 id={titleId} className="text-h3">
          {t('Picture')}
        </h2>
        <button type="button" className="btn-square" aria-label={t('Close')} onClick={() => dialog.current?.close()}>
          <Icon name="x" />
        </button>
      </div>
      <p className="mb-4 text-ink-2 text-small">{t('Your browser makes it. Nothing is sent.')}</p>
      {failure && <FailureNote title={t('That didn’t work')}>{failure}</FailureNote>}
      <canvas
        ref={canvas}
        role="img"
        aria-label={t('The text “{title}” as a picture', { title: picture.title })}
        width={1080}
        height={1080}
        className="h-auto max-h-[55dvh] w-full rounded-1 border border-hair object-contain"
      />
      <div className="mt-4 flex flex-wrap justify-end gap-2">
        {canShare && (
          <button type="button" className="btn" onClick={() => void share(file)}>
            <Icon name="share-2" className="icon-sm" />
            {t('Share')}
          </button>
        )}
        <button
          type="button"
          className="btn btn-primary"
          aria-disabled={file === null}
          onClick={() => file && saveFile(file.name, file)}
        >
          <Icon name="download" className="icon-sm" />
          {t('Download')}
        </button>
      </div>
    </dialog>
  )
}

/** Draws a picture, and returns it as a file. */
async function drawFile(canvas: HTMLCanvasElement, picture: TextPicture): Promise<File> {
  await drawPicture(canvas, picture)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  if (!blob) throw new Error(t('Your browser could not make the picture.'))
  const name =
    picture.address
      .split('/')
      .at(-1)
      ?.replace(/[^\w-]/g, '') || 'picture'
  return new File([blob], `${name}.png`, { type: 'image/png' })
}
