import { limits } from "@cairn/contract";
import { Search, X } from "lucide-react";
import { useEffect, useRef } from "react";
import { useLocation, useNavigationType } from "react-router";
import { TextInput } from "../../ui/TextInput.tsx";

const name = "Search the library";

interface SearchBoxProps {
  value: string;
  onChange: (text: string) => void;
  onClear: () => void;
}

export function SearchBox({ value, onChange, onClear }: SearchBoxProps) {
  const box = useRef<HTMLInputElement>(null);
  useFocusOnArrival(box);
  return (
    <TextInput
      ref={box}
      type="search"
      aria-label={name}
      placeholder={name}
      icon={<Search size={17} />}
      value={value}
      maxLength={limits.searchLength}
      enterKeyHint="search"
      autoComplete="off"
      onChange={({ target }) => onChange(target.value)}
      end={
        value !== "" && (
          <button
            type="button"
            className="input-end"
            aria-label="Clear the search box"
            onClick={() => {
              onClear();
              box.current?.focus();
            }}
          >
            <X size={17} />
          </button>
        )
      }
    />
  );
}

/** The magnifier of the navigation leads here. On the way back nobody asked for the keyboard. */
function useFocusOnArrival(box: React.RefObject<HTMLInputElement | null>) {
  const { key, state } = useLocation();
  const isReturn = useNavigationType() === "POP";
  // biome-ignore lint/correctness/useExhaustiveDependencies: each arrival counts once, the same one included
  useEffect(() => {
    if (!isReturn && state?.focus === "search") box.current?.focus();
  }, [key]);
}
