import { useEffect, useState } from "react";

/** A chosen picture, shown from this device: it goes nowhere. */
export function usePhotoPreview() {
  const [address, setAddress] = useState<string>();

  useEffect(() => () => (address === undefined ? undefined : URL.revokeObjectURL(address)), [address]);

  return [address, (photo: File) => setAddress(URL.createObjectURL(photo))] as const;
}
