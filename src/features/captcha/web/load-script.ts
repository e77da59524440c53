const loading = new Map<string, Promise<void>>()

/** Adds a script of another site to the page, once; rejects when it doesn't come, and can then be asked again. */
export function loadScript(address: string): Promise<void> {
  const known = loading.get(address) ?? addScript(address)
  loading.set(address, known)
  known.catch(() => loading.delete(address))
  return known
}

function addScript(address: string): Promise<void> {
  return new Promise((loaded, failed) => {
    const script = document.createElement('script')
    script.src = address
    script.async = true
    script.onload = () => loaded()
    script.onerror = () => {
      script.remove()
      failed(new Error('The script of the check could not be loaded.'))
    }
    document.head.append(script)
  })
}
