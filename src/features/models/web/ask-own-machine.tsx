import { useEffect, useEffectEvent, useRef } from 'react'
import { t } from '#lib/texts.ts'
import { notify } from '#ui/notice.tsx'
import { ownMachinePath, readOwnMachineMessage } from '../own-machine-rules.ts'

/**
 * A button that opens a window in which a member asks a model on their own machine (docs/decisions/085). `text` is the
 * prompt. `onAnswer` gets the answer that the member chose in the window.
 */
export function AskOwnMachine({
  text,
  onAnswer,
}: {
  text: string
  onAnswer: (answer: { model: string; text: string }) => void
}) {
  const openedWindow = useRef<Window | null>(null)
  const receive = useEffectEvent(({ origin, source, data }: MessageEvent) => {
    if (origin !== location.origin || source === null || source !== openedWindow.current) return
    const message = readOwnMachineMessage(data)
    if (message?.kind === 'ready') openedWindow.current?.postMessage({ prompt: text }, location.origin)
    if (message?.kind === 'answer') onAnswer(message)
  })
  useEffect(() => {
    const listener = (event: MessageEvent) => receive(event)
    addEventListener('message', listener)
    return () => removeEventListener('message', listener)
  }, [])
  const open = () => {
    openedWindow.current = window.open(ownMachinePath, '_blank', 'popup,width=640,height=760')
    if (!openedWindow.current)
      notify({
        title: t('The browser blocked the window'),
        text: t('Allow pop-ups for this site, then try again.'),
        isFailure: true,
      })
  }
  return (
    <button type="button" className="btn justify-self-start" onClick={open}>
      {t('Ask a model on your machine')}
    </button>
  )
}
