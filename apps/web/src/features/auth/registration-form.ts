import { check } from "form-check:Registration";
import { messages, type Registration, type Role, roleLabel, roles } from "@cairn/contract";
import { contractForm } from "../../lib/forms/contract-form.ts";

export interface RegistrationValues {
  name: string;
  email: string;
  phone: string;
  /** Null until the user chooses one. */
  role: Role | null;
  password: string;
  confirmation: string;
}

export const blankRegistration: RegistrationValues = {
  name: "",
  email: "",
  phone: "",
  role: null,
  password: "",
  confirmation: "",
};

export const registrationFields = ["name", "email", "phone", "role", "password"] as const;

export const roleOptions = roles.map((role) => ({ value: role, label: roleLabel[role] }));

export const passwordsDiffer = ({ password, confirmation }: RegistrationValues) =>
  confirmation !== "" && confirmation !== password;

export const registration = contractForm<RegistrationValues, Registration>({
  check,
  toBody: ({ name, email, phone, role, password }) => ({
    name: name.trim(),
    email: email.trim(),
    phone: phone.trim(),
    role: role ?? undefined,
    password,
  }),
  sentences: {
    name: { required: "Please enter your full name." },
    email: { required: "Please enter your email.", format: "Please enter a valid email address." },
    role: { required: messages.roleMissing, enum: messages.roleMissing },
    password: { required: "Please choose a password.", minLength: "Use 8 or more characters." },
  },
  alsoCheck: (values) => ({ confirmation: confirmationProblem(values) }),
});

function confirmationProblem(values: RegistrationValues) {
  if (values.confirmation === "") return "Please confirm your password.";
  return passwordsDiffer(values) ? messages.passwordsDiffer : undefined;
}
