import { t } from '#lib/texts.ts'

const loading = new Map<string, Promise<void>>()

/** Adds another site's script to the page once. Rejects if the script doesn't load; the next call then adds it again. */
export function loadScript(url: string): Promise<void> {
  const pendingLoad = loading.get(url) ?? addScript(url)
  loading.set(url, pendingLoad)
  pendingLoad.catch(() => loading.delete(url))
  return pendingLoad
}

function addScript(url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.src = url
    script.async = true
    script.onload = () => resolve()
    script.onerror = () => {
      script.remove()
      reject(new Error(t('The script of the robot check could not be loaded.')))
    }
    document.head.append(script)
  })
}
